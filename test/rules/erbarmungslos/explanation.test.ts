import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { givenDice } from '../../../src/dice/given-dice.js';
import { ATTACK_REASONS } from '../../../src/rules/erbarmungslos/attack-refusals.js';
import { EXECUTION_REASONS } from '../../../src/rules/erbarmungslos/execution.js';
import { HOSTAGE_REASONS } from '../../../src/rules/erbarmungslos/hostage.js';
import { erbarmungslos } from '../../../src/rules/erbarmungslos/index.js';
import { RECOVERY_REASONS } from '../../../src/rules/erbarmungslos/recovery.js';
import { type Action, LANGUAGES, type Language, type Phrase } from '../../../src/rules/ruleset.js';
import { actionNamed, type Vector, vectors } from './ruleset-parts.js';

const { phrases } = erbarmungslos;

/** Renders as the service does: lists of phrases joined by commas. Throws for a key or an argument that is missing. */
function render({ phrase, with: args = {} }: Phrase, language: Language): string {
  const message = phrases[phrase];
  if (message === undefined) throw new Error(`no phrase ${phrase}`);
  const rendered = Object.entries(args).map(([name, value]) => {
    if (typeof value !== 'object') return [name, value];
    const list = Array.isArray(value) ? (value as Phrase[]) : [value as Phrase];
    return [name, list.map((part) => render(part, language)).join(', ')];
  });
  return new IntlMessageFormat(message[language], language).format<string>(Object.fromEntries(rendered)) as string;
}

/** Every phrase within phrases. */
function* within(told: readonly Phrase[]): Generator<Phrase> {
  for (const phrase of told) {
    yield phrase;
    for (const value of Object.values(phrase.with ?? {})) {
      if (typeof value === 'object') yield* within((Array.isArray(value) ? value : [value]) as Phrase[]);
    }
  }
}

function explain(action: Action, { request, rolls = [], outcome, reasons }: Vector): readonly Phrase[] {
  if (reasons !== undefined) return action.explainRefusal(request, reasons);
  return action.explain(request, outcome === undefined ? action.adjudicate(request, givenDice(rolls)) : outcome);
}

const tell = (action: Action, vector: Vector, language: Language) =>
  explain(action, vector).map((phrase) => render(phrase, language));

const rupert = { id: 'Klaus', ranged: 2, life: 5, maxLife: 5 };
const dimitri = { id: 'Max', dodge: 1, resistance: 2, life: 5, maxLife: 5, distance: 12.5, visible: true };
const attackOf = (changes: object) => ({
  shooter: rupert,
  weapon: { range: 20 },
  targets: [dimitri],
  shots: [{ at: ['Max'] }],
  ...changes,
});
const rolls = (...rolled: [string, number[]][]) => rolled.map(([name, values]) => ({ for: name, sides: 6, values }));

/** What the vectors do not show. */
const told: readonly Vector[] = [
  {
    name: 'a shot that misses with fewer successes, at a captor, on horseback',
    request: attackOf({ mounted: true, options: { hostages: true }, targets: [{ ...dimitri, shield: true }] }),
    rolls: rolls(['shot 1 attack', [1]], ['shot 1 dodge', [5, 1, 1]]),
  },
  {
    name: 'a continuation of an aimed action that leaves its target incapacitated and has no one left',
    request: attackOf({
      weapon: { range: 20, shots: 4 },
      aim: 1,
      shotsFired: 1,
      targets: [dimitri, { ...dimitri, id: 'Hans' }],
      shots: [{ at: ['Hans'] }, { at: ['Max'] }, { at: ['Max'] }],
    }),
    rolls: rolls(
      ['shot 2 attack', [1, 1]],
      ['shot 2 dodge', [1]],
      ['shot 3 attack', [6, 6]],
      ['shot 3 dodge', [1]],
      ['shot 3 resistance', [1, 2]],
    ),
  },
  {
    name: 'a continuation that was not aimed',
    request: attackOf({ weapon: { range: 20, shots: 2 }, shotsFired: 1 }),
    rolls: rolls(['shot 2 attack', [1, 1]], ['shot 2 dodge', [1]]),
  },
  {
    name: 'a target too far by less than is shown',
    request: attackOf({
      targets: [
        {
          ...dimitri,
          distance: undefined,
          positions: { from: { x: 0, y: 0 }, to: { x: 20, y: 0.001 } },
        },
      ],
    }),
    reasons: [{ code: 'out-of-range', who: 'Max' }],
  },
];

const cases: readonly [Action, Vector][] = [
  ...[...vectors('erbarmungslos-attacks'), ...vectors('own-erbarmungslos-illegal-attacks'), ...told].map(
    (vector): [Action, Vector] => [actionNamed('attack'), vector],
  ),
  ...(['execution', 'hostage', 'recovery'] as const).flatMap((name) =>
    vectors(`own-erbarmungslos-${name === 'recovery' ? 'recoveries' : `${name}s`}`)
      .filter(({ faults }) => faults === undefined)
      .map((vector): [Action, Vector] => [actionNamed(name), vector]),
  ),
];

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(cases.map(([action, vector]) => [`${action.name}: ${vector.name}`, action, vector] as const))(
    'every sentence can be said: %s',
    (_, action, vector) => {
      const sentences = tell(action, vector, language);
      if (vector.reasons === undefined) expect(sentences).not.toEqual([]);
      else expect(sentences).toHaveLength(vector.reasons.length);
      for (const sentence of sentences) expect(sentence).toMatch(/^\S.*\.$/u);
    },
  );

  it('no sentence addresses or genders anybody, or uses a hyphen for a minus', () => {
    for (const [key, message] of Object.entries(phrases)) {
      const banned = language === 'de' ? /\b(du|dein\w*|Sie|Ihr\w*|er|sie)\b/ : /\b(you|your|he|she|his|her)\b/i;
      expect(message[language].replace(/\{[^}]*\}/g, ''), key).not.toMatch(banned);
      expect(message[language], key).not.toMatch(/[+-]\{|\s-\d|\}s\b/);
    }
  });
});

describe('explanations', () => {
  const said = new Map<string, Phrase[]>();
  for (const [action, vector] of cases) {
    for (const phrase of within(explain(action, vector))) {
      said.set(phrase.phrase, [...(said.get(phrase.phrase) ?? []), phrase]);
    }
  }

  it('every phrase has its occasion, and there is no occasion without a phrase', () => {
    const named = erbarmungslos.purposes.map((purpose) => `purpose.${purpose}`);
    expect([...said.keys(), ...named].sort()).toEqual(Object.keys(phrases).sort());
  });

  it('every phrase says everything it is given, in both languages', () => {
    for (const [key, [first]] of said) {
      for (const language of LANGUAGES) {
        for (const name of Object.keys(first?.with ?? {})) expect(phrases[key]?.[language], key).toContain(`{${name}`);
      }
    }
  });

  it.each([
    ['attack', ATTACK_REASONS],
    ['execution', EXECUTION_REASONS],
    ['hostage', HOSTAGE_REASONS],
    ['recovery', RECOVERY_REASONS],
  ] as const)('every reason against an %s has a sentence', (name, reasons) => {
    const given = cases.flatMap(([action, vector]) => (action.name === name ? (vector.reasons ?? []) : []));
    expect(new Set(given.map(({ code }) => code))).toEqual(new Set(reasons));
    for (const code of reasons) expect(phrases).toHaveProperty([`reason.${code}`]);
  });
});

describe('told at the table', () => {
  const vector = (name: string): Vector => {
    const found = [...vectors('erbarmungslos-attacks'), ...told].find((each) => each.name.startsWith(name));
    if (found === undefined) throw new Error(`no case ${name}`);
    return found;
  };
  const attack = actionNamed('attack');

  it('the book example in German', () => {
    expect(tell(attack, vector('book example: four'), 'de')).toEqual([
      'dimitri ist zu sehen und in Reichweite: Entfernung 12, Reichweite 20.',
      'rupert greift mit 7 W6 an (Fernkampf 7): 4 Erfolge.',
      'dimitri weicht mit 3 W6 aus (Ausweichen 2, leichte Deckung +1): ein Erfolg.',
      'Treffer, 4 zu 1: 3 Schaden, Lebenspunkte 5 → 2.',
      'Widerstand mit 3 W6 (Widerstand 3): kein Erfolg. dimitri ist kampfunfähig, die Figur wird hingelegt und behält 2 Lebenspunkte.',
      'Kosten: 1 AP.',
      'Beendende Aktion: Für rupert ist danach Schluss.',
    ]);
  });

  it('the aimed revolver in English', () => {
    expect(tell(attack, vector('book example: aiming'), 'en')).toEqual([
      'Shot 1: jeremiah at mann.',
      'mann is in sight and in range: distance 12, range 20.',
      'jeremiah attacks with 6 dice (ranged 5, aim +1): one success.',
      'mann dodges with 1 die (dodge 1): no success.',
      'Hit, 1 to 0: 1 damage, life 5 → 4.',
      'Resistance with 2 dice (resistance 2): one success. mann stays in action.',
      'Shot 2: jeremiah at mann.',
      'jeremiah attacks with 5 dice (ranged 5): one success.',
      'mann dodges with 1 die (dodge 1): one success.',
      'Missed: 1 to 1, and a tie favours the target.',
      'mann is able to act, 4 of 5 life.',
      'Cost: 3 AP, 2 of them for aiming.',
      'Final action: jeremiah is done after this.',
    ]);
  });

  it('a serious wound is told before the resistance roll it lowers', () => {
    expect(tell(attack, vector('serious wound counts at once'), 'de').slice(3, 6)).toEqual([
      'Treffer, 3 zu 0: 3 Schaden, Lebenspunkte 5 → 2.',
      'dimitri hat jetzt 3 Lebenspunkte eingebüßt und gilt als schwer verwundet: ab sofort −1 W6.',
      'Widerstand mit 2 W6 (Widerstand 3, schwer verwundet −1): ein Erfolg. dimitri bleibt handlungsfähig.',
    ]);
  });

  it.each<[string, boolean, number, number[]]>([
    ['is told when the damage crosses the limit', true, 3, [5, 5, 1]],
    ['is not told again when the target had it before', false, 2, [5, 1, 1]],
    ['is not told when the limit is not reached', false, 4, [5, 1, 1]],
    ['is not told of a target that is eliminated', false, 3, [5, 5, 5]],
  ])('a serious wound %s', (_, expected, life, values) => {
    const request = attackOf({
      shooter: { ...rupert, ranged: values.length },
      options: { seriousWounds: true },
      targets: [{ ...dimitri, dodge: 0, resistance: 0, life }],
    });
    const dice = { roll: (name: string) => (name.endsWith('attack') ? values : []) };
    const phrases = attack.explain(request, attack.adjudicate(request, dice)).map(({ phrase }) => phrase);
    expect(phrases.includes('state.became-serious')).toBe(expected);
  });

  it('whether a hostage is at risk is asked when a shot at its captor misses, and then only', () => {
    const request = attackOf({ options: { hostages: true }, targets: [{ ...dimitri, shield: true }] });
    const at = (faces: number[]) => ({
      roll: (name: string, _: number, count: number) => (name.endsWith('attack') ? faces : Array(count).fill(1)),
    });
    const phrases = (faces: number[]) =>
      attack.explain(request, attack.adjudicate(request, at(faces))).map(({ phrase }) => phrase);
    expect(phrases([1, 1])).toContain('hostage.at-risk');
    expect(phrases([6, 1])).not.toContain('hostage.at-risk');
  });

  it('a pool without dice, with a label in German quotation marks and true minus signs', () => {
    expect(tell(attack, vector('a pool below zero'), 'de').slice(1, 4)).toEqual([
      'rupert bleibt ohne Angriffswürfel (Fernkampf 1, im Sattel oder in Fahrt −1, „Nacht“ −2).',
      'dimitri bleibt ohne Ausweichwürfel (Ausweichen 0).',
      'Daneben: auf keiner Seite ein Erfolg.',
    ]);
  });

  it('a continuation that halts, with decimals as the language has them', () => {
    const halted = vector('a continuation of an aimed action');
    expect(tell(attack, halted, 'de').slice(0, 2)).toEqual([
      'Schuss 2: Klaus auf Hans.',
      'Hans ist zu sehen und in Reichweite: Entfernung 12,5, Reichweite 20.',
    ]);
    expect(tell(attack, halted, 'en').slice(-6)).toEqual([
      'Nobody who may be shot at is left for shot 4. The action halts here.',
      'Hans is able to act, 5 of 5 life.',
      'Max is incapacitated and back only after a successful recovery.',
      'Same action: no further AP, no further aim bonus.',
      'One shot left.',
      'Final action: Klaus is done after the last shot.',
    ]);
  });

  it('a refusal names distances, limits and costs', () => {
    const refused = vectors('own-erbarmungslos-illegal-attacks').find(({ name }) =>
      name.startsWith('everything at once'),
    )!;
    expect(tell(attack, refused, 'de')).toEqual([
      'rupert ist kampfunfähig und kann nicht schießen.',
      'So oft darf nicht gezielt werden: 2-mal, erlaubt 1-mal.',
      'Zu viele Schüsse: 2 verlangt, noch 1 frei.',
      'Zu wenig AP: 5 nötig, 4 vorhanden.',
      'Die Regel für Geiseln und menschliche Schutzschilde ist nicht im Spiel.',
      'dimitri ist nicht mehr im Spiel.',
      'dimitri ist zu weit weg: 25, die Waffe reicht nur 20.',
      'dimitri ist von rupert aus nicht zu sehen.',
    ]);
  });

  it('a target too far by less than is shown is not told to be as far as the weapon reaches', () => {
    expect(tell(attack, vector('a target too far'), 'en')).toEqual([
      'Max is too far away by less than a thousandth: the weapon reaches only 20.',
    ]);
  });

  it('a halved movement keeps its fourth decimal', () => {
    const halved = vectors('own-erbarmungslos-hostages').find(({ name }) => name.includes('not rounded'))!;
    expect(tell(actionNamed('hostage'), halved, 'de')).toEqual([
      'jesse nimmt kassierer als Geisel.',
      'Solange das gilt: halbe Bewegung für jesse, also 6,1725.',
      'kassierer geht mit und bleibt in Basekontakt.',
      'Menschliches Schutzschild: +2 W6 beim Ausweichen von jesse gegen Schüsse.',
      'Kosten: 1 AP.',
      'Keine beendende Aktion: jesse darf weiterhandeln.',
    ]);
  });
});
