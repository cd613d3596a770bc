// The rooms and who may import whom. A violation fails `npm run check`.
const room = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    room('no-cycles', {}, { circular: true }, 'Imports go in one direction.'),
    room(
      'dice-imports-nothing',
      { path: '^src/dice/' },
      { path: '^src/', pathNot: '^src/dice/' },
      'Dice know nothing of ours.',
    ),
    room(
      'rules-import-dice',
      { path: '^src/rules/' },
      { path: '^src/', pathNot: '^src/(dice|rules)/' },
      'Rulebooks are pure: dice and the ruleset contract only.',
    ),
    room(
      'rulebooks-stand-alone',
      { path: '^src/rules/([^/]+)/' },
      { path: '^src/rules/[^/]+/', pathNot: '^src/rules/$1/' },
      'One rulebook never imports another.',
    ),
    room(
      'frozen-versions-stand-alone',
      { path: '^src/rules/([^/]+)/[0-9]' },
      { path: '^src/rules/$1/', pathNot: '^src/rules/$1/[0-9]' },
      'A version in records is frozen: nothing that it is made of changes with the newest.',
    ),
    room(
      'frozen-versions-are-left-alone',
      { path: '^src/rules/([^/]+)/[^/]+[.]ts$' },
      { path: '^src/rules/$1/[0-9]' },
      'The newest version borrows nothing of a frozen one.',
    ),
    room(
      'rulebooks-see-the-contract-only',
      { path: '^src/rules/[^/]+/' },
      { path: '^src/rules/index' },
      'The list joins the rulebooks, not the other way round.',
    ),
    room(
      'record-knows-no-rules',
      { path: '^src/record/' },
      { path: '^src/', pathNot: '^src/((record|dice)/|refusal)' },
      'The record knows no rules and no HTTP.',
    ),
    room(
      'fairness-counts-entries',
      { path: '^src/fairness/' },
      { path: '^src/', pathNot: '^src/(fairness/|dice/|rules/ruleset|record/entry)' },
      'Counting dice needs the ruleset contract and the entries, no rulebook, store or HTTP.',
    ),
    room(
      'accounts-know-no-rules',
      { path: '^src/accounts/' },
      { path: '^src/', pathNot: '^src/((accounts|record|dice)/|refusal)' },
      'Accounts are rows, nothing more.',
    ),
    room(
      'referee-below-http',
      { path: '^src/referee' },
      { path: '^src/(http|app|main|cli|config|embedded-postgres)' },
      'The use cases have never heard of HTTP.',
    ),
    room(
      'http-below-app',
      { path: '^src/http/' },
      { path: '^src/(app|main|cli|config|embedded-postgres)' },
      'HTTP is wired by app.ts.',
    ),
    room(
      'http-knows-no-rulebook',
      { path: '^src/(http|referee|app)' },
      { path: '^src/rules/[^/]+/' },
      'Routes and documents are made from the ruleset list.',
    ),
    room('nothing-imports-benchmarks', { pathNot: '^bench/' }, { path: '^bench/' }, 'Benchmarks look on from outside.'),
    room('benchmarks-import-src', { path: '^bench/' }, { path: '^test/' }, 'Benchmarks need no tests.'),
    room('no-orphans', { orphan: true, path: '^src/' }, {}, 'Nothing that nobody uses.'),
    room(
      'no-dev-dependencies',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
      'The service runs without dev dependencies.',
    ),
    room(
      'no-deprecated-core',
      {},
      { dependencyTypes: ['deprecated', 'core'], path: '^(punycode|domain|sys)$' },
      'Old Node modules.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules|^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
