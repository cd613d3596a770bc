import type { Phrases } from '../rules/ruleset.js';

/** What a fairness report says, in ICU MessageFormat. */
export const PHRASES = {
  'count.none': {
    de: 'Kein Würfel, also auch keine Statistik.',
    en: 'No dice, so no statistics.',
  },
  'count.one': {
    de: 'Ein einzelner Würfel zeigt nichts: Jede Seite ist so wahrscheinlich wie jede andere.',
    en: 'One die shows nothing: every face is as likely as any other.',
  },
  'count.too-few-successes': {
    de: '{n, number} Würfel zeigen nichts: Selbst lauter Erfolge kommen bei fairen Würfeln in mehr als einem von 40 Fällen vor.',
    en: '{n, number} dice show nothing: even if all of them succeed, that happens to fair dice in more than one case out of 40.',
  },
  'count.too-few-face': {
    de: '{n, number} Würfel zeigen nichts: Selbst lauter gleiche, vorher benannte Seiten kommen bei fairen Würfeln in mehr als einem von 40 Fällen vor.',
    en: '{n, number} dice show nothing: even if all of them show one face named beforehand, that happens to fair dice in more than one case out of 40.',
  },
  'count.shift-successes': {
    de: '{n, number} Würfel: Eine Erfolgsquote von {shifted, number, ::percent scale/100 .#} statt {fair, number, ::percent scale/100 .#} fiele in vier von fünf Fällen auf (Niveau 5 %); ein kleinerer Unterschied kann verborgen bleiben.',
    en: '{n, number} dice: a success rate of {shifted, number, ::percent scale/100 .#} instead of {fair, number, ::percent scale/100 .#} would show in four cases out of five (5% level); a smaller difference may stay hidden.',
  },
  'count.shift-face': {
    de: '{n, number} Würfel: Eine vorher benannte Seite mit {shifted, number, ::percent scale/100 .#} statt {fair, number, ::percent scale/100 .#} fiele in vier von fünf Fällen auf (Niveau 5 %); ein kleinerer Unterschied kann verborgen bleiben.',
    en: '{n, number} dice: a face named beforehand that comes up in {shifted, number, ::percent scale/100 .#} instead of {fair, number, ::percent scale/100 .#} would show in four cases out of five (5% level); a smaller difference may stay hidden.',
  },
  'count.rough': {
    de: 'Auf eine Seite kommen weniger als fünf Würfel; p ist hier nur ein Anhalt.',
    en: 'There are fewer than five dice to a face; p is only a rough guide here.',
  },

  'record.p-values': {
    de: 'Auch wenn alles fair ist, liegt im Schnitt bis zu einer von zwanzig p-Werten unter 0,05, bei {n, plural, one {dem einen} other {den #}} je Name und Zweck also {expected, number}. Hier {below, plural, =0 {ist es keiner} one {ist es einer} other {sind es #}}.',
    en: 'Even if everything is fair, up to one p-value in twenty lies below 0.05 on average; of the {n, plural, one {one} other {#}} by name and purpose that makes {expected, number}. Here {below, plural, =0 {none does} one {one does} other {# do}}.',
  },
  'record.looking': {
    de: 'Wer nach jedem Wurf nachsieht, findet irgendwann auch bei fairen Würfeln ein kleines p.',
    en: 'Whoever looks after every roll will find a small p sooner or later, with fair dice too.',
  },
  'record.limits': {
    de: 'Solche Zahlen können eine Manipulation weder beweisen noch ausschließen. Ob die Würfel aus den veröffentlichten Seeds folgen, lässt sich dagegen nachrechnen: treffer verify.',
    en: 'Such numbers can prove neither manipulation nor its absence. Whether the dice follow from the published seeds, however, can be checked: treffer verify.',
  },
  'record.no-repeats': {
    de: 'Keine Anfrage wurde innerhalb von zehn Minuten wiederholt.',
    en: 'No request was repeated within ten minutes.',
  },
  'record.repeats': {
    de: '{n, plural, one {Eine Anfrage gleicht} other {# Anfragen gleichen}} einer früheren aus den zehn Minuten davor. Das kann derselbe Schuss noch einmal sein, oder ein Wurf, der wiederholt wurde, bis er gefiel.',
    en: '{n, plural, one {One request equals} other {# requests equal}} an earlier one from the ten minutes before. It may be the same shot again, or a roll made until it pleased.',
  },
  'record.repeats-listed': {
    de: 'Aufgeführt sind die letzten {n, number}.',
    en: 'The newest {n, number} are listed.',
  },
  'record.others': {
    de: 'Es gibt sehr viele Namen: Die später hinzugekommenen sind zusammengefasst.',
    en: 'There are very many names: those that came later are counted together.',
  },
  'record.not-understood': {
    de: 'Nicht verstanden und nicht gezählt: {n, plural, one {ein Urteil} other {# Urteile}} nach einem Regelwerk, das hier unbekannt ist, oder mit Angaben, die nicht dazu passen.',
    en: 'Not understood and not counted: {n, plural, one {one ruling} other {# rulings}} under a rulebook that is unknown here, or with members that do not fit it.',
  },
  'record.malformed': {
    de: '{n, plural, one {Eine Zeile ist kein gültiger Eintrag} other {# Zeilen sind keine gültigen Einträge}} und nicht gezählt.',
    en: '{n, plural, one {One line is no valid entry and is} other {# lines are no valid entries and are}} not counted.',
  },
} as const satisfies Phrases;

export type PhraseKey = keyof typeof PHRASES;
