import type { Phrase, Phrases } from '../ruleset.js';

/**
 * Sentences in ICU MessageFormat. Names and labels are put in as they are, never inflected; no sentence addresses or
 * genders anybody; one fact a sentence. `{parts}` is the list of part phrases, `{dice}` of a change has a true sign.
 */
export const phrases = {
  'purpose.attack': { de: 'Angriff', en: 'attack' },
  'purpose.dodge': { de: 'Ausweichen', en: 'dodge' },
  'purpose.resistance': { de: 'Widerstand', en: 'resistance' },

  'part.ranged': { de: 'Fernkampf {dice}', en: 'ranged {dice}' },
  'part.aim': { de: 'Zielen {dice}', en: 'aim {dice}' },
  'part.mounted': { de: 'im Sattel oder in Fahrt {dice}', en: 'in the saddle or on the move {dice}' },
  'part.dodge': { de: 'Ausweichen {dice}', en: 'dodge {dice}' },
  'part.cover-light': { de: 'leichte Deckung {dice}', en: 'light cover {dice}' },
  'part.cover-heavy': { de: 'schwere Deckung {dice}', en: 'heavy cover {dice}' },
  'part.cover-very-heavy': { de: 'sehr schwere Deckung {dice}', en: 'very heavy cover {dice}' },
  'part.shield': { de: 'Geisel als Schild {dice}', en: 'hostage as shield {dice}' },
  'part.resistance': { de: 'Widerstand {dice}', en: 'resistance {dice}' },
  'part.serious-wound': { de: 'schwer verwundet {dice}', en: 'seriously wounded {dice}' },
  'part.modifier': { de: '„{label}“ {dice}', en: '“{label}” {dice}' },

  'shot.heading': { de: 'Schuss {shot}: {shooter} auf {target}.', en: 'Shot {shot}: {shooter} at {target}.' },
  'shot.in-range': {
    de: '{target} ist zu sehen und in Reichweite: Entfernung {distance, number}, Reichweite {range, number}.',
    en: '{target} is in sight and in range: distance {distance, number}, range {range, number}.',
  },
  'shot.attack': {
    de: '{shooter} greift mit {n} W6 an ({parts}): {successes, plural, =0 {kein Erfolg} one {ein Erfolg} other {# Erfolge}}.',
    en: '{shooter} attacks with {n} {n, plural, one {die} other {dice}} ({parts}): {successes, plural, =0 {no success} one {one success} other {# successes}}.',
  },
  'shot.attack-empty': {
    de: '{shooter} bleibt ohne Angriffswürfel ({parts}).',
    en: '{shooter} is left without attack dice ({parts}).',
  },
  'shot.dodge': {
    de: '{target} weicht mit {n} W6 aus ({parts}): {successes, plural, =0 {kein Erfolg} one {ein Erfolg} other {# Erfolge}}.',
    en: '{target} dodges with {n} {n, plural, one {die} other {dice}} ({parts}): {successes, plural, =0 {no success} one {one success} other {# successes}}.',
  },
  'shot.dodge-empty': {
    de: '{target} bleibt ohne Ausweichwürfel ({parts}).',
    en: '{target} is left without dodge dice ({parts}).',
  },
  'shot.hit': {
    de: 'Treffer, {attack} zu {dodge}: {damage} Schaden, Lebenspunkte {before} → {after}.',
    en: 'Hit, {attack} to {dodge}: {damage} damage, life {before} → {after}.',
  },
  'shot.miss-equal': {
    de: 'Daneben: {attack} zu {dodge}, und der Gleichstand hilft dem Ziel.',
    en: 'Missed: {attack} to {dodge}, and a tie favours the target.',
  },
  'shot.miss-none': {
    de: 'Daneben: auf keiner Seite ein Erfolg.',
    en: 'Missed: not a single success on either side.',
  },
  'shot.miss-fewer': { de: 'Daneben: {attack} zu {dodge}.', en: 'Missed: {attack} to {dodge}.' },

  'resistance.passed': {
    de: 'Widerstand mit {n} W6 ({parts}): {successes, plural, one {ein Erfolg} other {# Erfolge}}. {target} bleibt handlungsfähig.',
    en: 'Resistance with {n} {n, plural, one {die} other {dice}} ({parts}): {successes, plural, one {one success} other {# successes}}. {target} stays in action.',
  },
  'resistance.failed': {
    de: 'Widerstand mit {n} W6 ({parts}): kein Erfolg. {target} ist kampfunfähig, die Figur wird hingelegt und behält {life, plural, one {# Lebenspunkt} other {# Lebenspunkte}}.',
    en: 'Resistance with {n} {n, plural, one {die} other {dice}} ({parts}): no success. {target} is incapacitated: lay the figure down, it keeps {life} life.',
  },
  'resistance.failed-empty': {
    de: 'Für den Widerstand bleibt kein Würfel ({parts}). {target} ist kampfunfähig, die Figur wird hingelegt und behält {life, plural, one {# Lebenspunkt} other {# Lebenspunkte}}.',
    en: 'No die is left for resistance ({parts}). {target} is incapacitated: lay the figure down, it keeps {life} life.',
  },

  'state.able': {
    de: '{id} ist handlungsfähig, {life} von {maxLife, plural, one {# Lebenspunkt} other {# Lebenspunkten}}.',
    en: '{id} is able to act, {life} of {maxLife} life.',
  },
  'state.incapacitated': {
    de: '{id} ist kampfunfähig und erst nach gelungener Genesung wieder dabei.',
    en: '{id} is incapacitated and back only after a successful recovery.',
  },
  'state.eliminated': {
    de: '{id} ist endgültig aus dem Spiel: Miniatur vom Tisch, kein Wurf mehr.',
    en: '{id} is out for good: miniature off the table, no further roll.',
  },
  'state.became-serious': {
    de: '{id} hat jetzt {lost} Lebenspunkte eingebüßt und gilt als schwer verwundet: ab sofort −1 W6.',
    en: '{id} has now lost {lost} life and counts as seriously wounded: −1 die from here on.',
  },

  'action.cost': { de: 'Kosten: {actionPoints} AP.', en: 'Cost: {actionPoints} AP.' },
  'action.cost-aimed': {
    de: 'Kosten: {actionPoints} AP, davon {aimPoints} fürs Zielen.',
    en: 'Cost: {actionPoints} AP, {aimPoints} of them for aiming.',
  },
  'action.continued': { de: 'Gleiche Aktion: keine weiteren AP.', en: 'Same action: no further AP.' },
  'action.continued-aimed': {
    de: 'Gleiche Aktion: keine weiteren AP, kein Bonus fürs Zielen mehr.',
    en: 'Same action: no further AP, no further aim bonus.',
  },
  'action.ends-activation-later': {
    de: 'Beendende Aktion: Für {figure} ist nach dem letzten Schuss Schluss.',
    en: 'Final action: {figure} is done after the last shot.',
  },
  'action.ends-activation': {
    de: 'Beendende Aktion: Für {figure} ist danach Schluss.',
    en: 'Final action: {figure} is done after this.',
  },
  'action.goes-on': {
    de: 'Keine beendende Aktion: {figure} darf weiterhandeln.',
    en: 'Not a final action: {figure} may go on.',
  },
  'action.stopped': {
    de: 'Für Schuss {shot} ist niemand mehr da, der beschossen werden darf. Hier hält die Aktion an.',
    en: 'Nobody who may be shot at is left for shot {shot}. The action halts here.',
  },
  'action.shots-left': {
    de: 'Noch {shotsLeft, plural, one {ein Schuss} other {# Schüsse}} frei.',
    en: '{shotsLeft, plural, one {One shot} other {# shots}} left.',
  },

  'execution.done': {
    de: '{actor} schaltet {victim} aus: kein Wurf, keine Gegenwehr.',
    en: '{actor} finishes {victim} off: no roll, no defence.',
  },

  'hostage.taken': { de: '{captor} nimmt {hostage} als Geisel.', en: '{captor} takes {hostage} hostage.' },
  'hostage.half-movement': {
    de: 'Solange das gilt: halbe Bewegung für {captor}.',
    en: 'While it lasts: half movement for {captor}.',
  },
  'hostage.half-movement-measured': {
    de: 'Solange das gilt: halbe Bewegung für {captor}, also {movement, number, ::.####}.',
    en: 'While it lasts: half movement for {captor}, that is {movement, number, ::.####}.',
  },
  'hostage.moves-along': {
    de: '{hostage} geht mit und bleibt in Basekontakt.',
    en: '{hostage} comes along and stays in base contact.',
  },
  'hostage.shield': {
    de: 'Menschliches Schutzschild: +2 W6 beim Ausweichen von {captor} gegen Schüsse.',
    en: 'Human shield: +2 dice when {captor} dodges shots.',
  },
  'hostage.at-risk': {
    de: 'Ob Geiseln getroffen werden können, sagt das Szenario; hier wurde nur auf {target} geschossen.',
    en: 'Whether hostages can be hit is for the scenario; here only {target} was shot at.',
  },

  'recovery.passed': {
    de: 'Genesungstest bestanden: {id} ist wieder handlungsfähig, mit {life, plural, one {# Lebenspunkt} other {# Lebenspunkten}}.',
    en: 'Recovery test passed: {id} is able to act again, with {life} life.',
  },
  'recovery.failed': { de: 'Genesungstest von {id} misslungen.', en: 'Recovery test of {id} failed.' },

  'reason.shooter-incapacitated': {
    de: '{shooter} ist kampfunfähig und kann nicht schießen.',
    en: "{shooter} is incapacitated and can't shoot.",
  },
  'reason.shooter-eliminated': {
    de: '{shooter} ist nicht mehr im Spiel und kann nicht schießen.',
    en: "{shooter} is no longer in the game and can't shoot.",
  },
  'reason.aim-limit': {
    de: 'So oft darf nicht gezielt werden: {aim}-mal, erlaubt {aimLimit, plural, =0 {gar nicht} other {#-mal}}.',
    en: 'Aimed too often: {aim} {aim, plural, one {time} other {times}}, allowed {aimLimit, plural, =0 {not at all} one {once} other {# times}}.',
  },
  'reason.too-many-shots': {
    de: 'Zu viele Schüsse: {asked} verlangt, {left, plural, =0 {keiner mehr} other {noch #}} frei.',
    en: 'Too many shots: {asked} asked for, {left, plural, =0 {none} other {#}} left.',
  },
  'reason.not-enough-action-points': {
    de: 'Zu wenig AP: {cost} nötig, {actionPoints} vorhanden.',
    en: 'Not enough AP: {cost} needed, {actionPoints} there.',
  },
  'reason.hostages-not-in-play': {
    de: 'Die Regel für Geiseln und menschliche Schutzschilde ist nicht im Spiel.',
    en: 'The rule for hostages and human shields is not in play.',
  },
  'reason.target-incapacitated': {
    de: '{target} ist kampfunfähig und damit kein Ziel für Schüsse.',
    en: '{target} is incapacitated and so no target for shooting.',
  },
  'reason.target-eliminated': { de: '{target} ist nicht mehr im Spiel.', en: '{target} is no longer in the game.' },
  'reason.out-of-range': {
    de: '{target} ist zu weit weg: {distance, number}, die Waffe reicht nur {range, number}.',
    en: '{target} is too far away: {distance, number}, the weapon reaches only {range, number}.',
  },
  'reason.out-of-range-barely': {
    de: '{target} ist um weniger als ein Tausendstel zu weit weg: Die Waffe reicht nur {range, number}.',
    en: '{target} is too far away by less than a thousandth: the weapon reaches only {range, number}.',
  },
  'reason.not-visible': {
    de: '{target} ist von {shooter} aus nicht zu sehen.',
    en: "{target} can't be seen from where {shooter} stands.",
  },
  'reason.actor-incapacitated': {
    de: '{actor} ist kampfunfähig und kann nicht handeln.',
    en: "{actor} is incapacitated and can't act.",
  },
  'reason.actor-eliminated': {
    de: '{actor} ist nicht mehr im Spiel und kann nicht handeln.',
    en: "{actor} is no longer in the game and can't act.",
  },
  'reason.victim-able': {
    de: '{victim} ist nicht kampfunfähig; dafür braucht es einen richtigen Nahkampf.',
    en: '{victim} is not incapacitated; that takes a real melee.',
  },
  'reason.victim-eliminated': { de: '{victim} ist nicht mehr im Spiel.', en: '{victim} is no longer in the game.' },
  'reason.no-base-contact': {
    de: '{one} und {other} haben keinen Basekontakt.',
    en: '{one} and {other} are not in base contact.',
  },
  'reason.not-an-enemy': {
    de: '{victim} gehört für {actor} nicht zum Gegner.',
    en: '{victim} is not an enemy of {actor}.',
  },
  'reason.captor-incapacitated': {
    de: '{captor} ist kampfunfähig und kann keine Geisel nehmen.',
    en: "{captor} is incapacitated and can't take a hostage.",
  },
  'reason.captor-eliminated': {
    de: '{captor} ist nicht mehr im Spiel und kann keine Geisel nehmen.',
    en: "{captor} is no longer in the game and can't take a hostage.",
  },
  'reason.not-a-civilian': {
    de: '{hostage} gehört nicht zu den Zivilisten.',
    en: '{hostage} is not a civilian.',
  },
  'reason.armed': {
    de: '{hostage} ist bewaffnet und kommt als Geisel nicht in Frage.',
    en: "{hostage} is armed and can't be taken hostage.",
  },
  'reason.figure-able': {
    de: '{id} ist handlungsfähig und braucht keinen Genesungstest.',
    en: '{id} is able to act and needs no recovery test.',
  },
  'reason.figure-eliminated': {
    de: '{id} ist endgültig aus dem Spiel: kein Genesungstest mehr.',
    en: '{id} is out for good: no recovery test any more.',
  },
  'reason.not-a-later-round': {
    de: 'Genesen wird erst in einer späteren Runde.',
    en: 'Recovery comes only in a later round.',
  },
  'reason.no-heart-for-initiative': {
    de: 'Ohne Herzkarte für die Initiative gibt es keinen Genesungstest.',
    en: 'Without a card of hearts for initiative there is no recovery test.',
  },
} as const satisfies Phrases;

export type PhraseKey = keyof typeof phrases;

/** One sentence of the list above, with what is put in. */
export function say(phrase: PhraseKey, args?: NonNullable<Phrase['with']>): Phrase {
  return args === undefined ? { phrase } : { phrase, with: args };
}
