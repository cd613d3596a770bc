import type { CountReport, FacesReport, FairnessReport } from '../fairness/report-model.js';
import { render } from '../http/language.js';
import type { Language, Ruleset } from '../rules/ruleset.js';
import { printable } from './printable.js';

/** Dice with more sides than this don't show their faces one by one. */
const MOST_FACES = 12;

const WORDS = {
  en: {
    head: ['who', 'what for', 'dice', 'die', 'faces from 1 on', 'successes', 'expected', 'chi²', 'p'],
    all: 'all dice',
    everybody: 'everybody',
    others: '(others)',
    counted: 'Entries counted',
    repeats: ['ruling', 'repeats', 'seconds', 'key', 'asked by'],
  },
  de: {
    head: ['wer', 'wofür', 'Würfel', 'Art', 'Seiten ab 1', 'Erfolge', 'erwartet', 'Chi²', 'p'],
    all: 'alle Würfel',
    everybody: 'alle',
    others: '(weitere)',
    counted: 'Gezählte Einträge',
    repeats: ['Urteil', 'wiederholt', 'Sekunden', 'Schlüssel', 'gefragt von'],
  },
} as const;

/** A fairness report as text: a table, then sentences. Names are as the record has them, without control characters. */
export function fairnessTable(
  report: FairnessReport<string>,
  rulesets: readonly Ruleset[],
  language: Language,
): string {
  const words = WORDS[language];
  const purposeName = (id: string, purpose: string): string => {
    const ruleset = rulesets.findLast((each) => each.id === id);
    return ruleset === undefined ? purpose : render(ruleset.phrases, { phrase: `purpose.${purpose}` }, language);
  };
  const lines = (who: string, purpose: string, count: CountReport<string>) => linesOf(who, purpose, count, language);
  const table = [
    [...words.head],
    ...report.groups.flatMap((each) => lines(each.who ?? words.others, purposeName(each.ruleset, each.purpose), each)),
    ...report.purposes.flatMap((each) => lines(words.everybody, purposeName(each.ruleset, each.purpose), each)),
    ...lines(words.all, '', report.overall),
  ];
  const { listed } = report.repeats;
  const repeats = listed.map(({ seq, of, seconds, by, actor = '' }) => [`#${seq}`, `#${of}`, `${seconds}`, by, actor]);
  return [
    `${words.counted}: ${report.size}`,
    '',
    aligned(table, [2, 5, 6, 7, 8]),
    '',
    ...report.overall.sentences,
    ...report.sentences,
    ...(listed.length === 0 ? [] : ['', aligned([[...words.repeats], ...repeats], [2])]),
    '',
  ].join('\n');
}

/** A line for each number of sides; the successes of all of them stand in the first. */
function linesOf(who: string, purpose: string, count: CountReport<string>, language: Language): string[][] {
  const number = (value: number, digits: number) =>
    value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const { successes } = count;
  const seen = successes === null ? '' : `${successes.seen}`;
  const expected =
    successes === null ? '' : `${number(successes.expected, 1)} ± ${number(successes.standardDeviation, 1)}`;
  const sides: readonly FacesReport[] = count.bySides;
  if (sides.length === 0) return [[who, purpose, '0', '', '', seen, expected, '', '']];
  return sides.map(({ sides: die, dice, faces, chiSquared }, index) => [
    index === 0 ? who : '',
    index === 0 ? purpose : '',
    `${dice}`,
    `${language === 'de' ? 'W' : 'd'}${die}`,
    die > MOST_FACES ? '…' : faces.join(' '),
    index === 0 ? seen : '',
    index === 0 ? expected : '',
    chiSquared === null ? '' : number(chiSquared.statistic, 2),
    chiSquared === null ? '' : probability(chiSquared.p, number),
  ]);
}

/** Three decimals; what is smaller with its power of ten. */
function probability(p: number, number: (value: number, digits: number) => string): string {
  if (p >= 0.001) return number(p, 3);
  return p === 0 ? '< 1e-300' : p.toExponential(0);
}

/** Columns of the same width, two spaces apart. */
function aligned(rows: readonly string[][], right: readonly number[]): string {
  const shown = rows.map((row) => row.map(printable));
  const widths = shown[0]!.map((_, column) => Math.max(...shown.map((row) => [...row[column]!].length)));
  const pad = (cell: string, column: number) => {
    const space = ' '.repeat(widths[column]! - [...cell].length);
    return right.includes(column) ? space + cell : cell + space;
  };
  return shown.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
