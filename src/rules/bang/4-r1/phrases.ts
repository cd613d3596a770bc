import type { Phrase, Phrases } from '../../ruleset.js';

/**
 * Everything an explanation can say. Names are put in as they are, never inflected; `{by}` and `{sum}` carry a true
 * sign; `{missed}` is the one place where that card has its name.
 */
export const PHRASES = {
  'purpose.barrel': { de: 'Fass', en: 'Barrel' },

  'distance.seats': {
    de: 'Von {from} zu {to}: {clockwise} im Uhrzeigersinn, {counterclockwise} andersherum, also Sitzabstand {seatDistance}.',
    en: 'From {from} to {to}: {clockwise} clockwise, {counterclockwise} the other way, so seat distance {seatDistance}.',
  },
  'distance.seats-equal': {
    de: 'Von {from} zu {to}: {seatDistance} in beiden Richtungen, also Sitzabstand {seatDistance}.',
    en: 'From {from} to {to}: {seatDistance} either way, so seat distance {seatDistance}.',
  },
  'distance.changes': { de: '{changes}.', en: '{changes}.' },
  'distance.result': { de: 'Distanz {distance}.', en: 'Distance {distance}.' },
  'distance.floored': {
    de: 'Rechnerisch {sum}, mindestens aber 1: Distanz 1.',
    en: 'That makes {sum}, but at least 1: distance 1.',
  },

  'change.scope': { de: 'Zielfernrohr von {of}: {by}', en: 'Scope of {of}: {by}' },
  'change.binoculars': { de: 'Binoculars von {of}: {by}', en: 'Binoculars of {of}: {by}' },
  'change.rose-doolan': { de: '{of} ist Rose Doolan: {by}', en: '{of} is Rose Doolan: {by}' },
  'change.mustang': { de: 'Mustang von {of}: {by}', en: 'Mustang of {of}: {by}' },
  'change.hideout': { de: 'Hideout von {of}: {by}', en: 'Hideout of {of}: {by}' },
  'change.paul-regret': { de: '{of} ist Paul Regret: {by}', en: '{of} is Paul Regret: {by}' },
  'change.modifier': { de: '„{label}“ bei {of}: {by}', en: '“{label}” of {of}: {by}' },

  'reach.weapon': { de: '{weapon} reicht bis {reach}.', en: '{weapon} reaches {reach}.' },
  'reach.colt-45': {
    de: 'Keine Waffenkarte ausgelegt, also {weapon} mit Reichweite {reach}.',
    en: 'No weapon card in play, so the {weapon} with reach {reach}.',
  },
  'reach.card': {
    de: '{card} hat die eigene Reichweite {reach}; die Waffe spielt keine Rolle.',
    en: '{card} has its own reach of {reach}; the weapon does not matter.',
  },
  'reach.any': { de: '{card} fragt nicht nach der Entfernung.', en: '{card} works at any distance.' },
  'reach.all': {
    de: '{card} gilt allen anderen am Tisch, gleich wie weit.',
    en: '{card} affects everybody else at the table, at any distance.',
  },
  legal: { de: '{card} gegen {to} ist erlaubt.', en: '{card} against {to} is allowed.' },

  'reason.attacker-eliminated': {
    de: '{from} ist ausgeschieden und spielt keine Karten mehr.',
    en: '{from} is out of the game and plays no more cards.',
  },
  'reason.target-eliminated': {
    de: '{to} ist ausgeschieden und kein Ziel mehr.',
    en: '{to} is out of the game and no target any more.',
  },
  'reason.self': {
    de: '{card} lässt sich nicht gegen den eigenen Platz spielen.',
    en: '{card} can’t be played against one’s own seat.',
  },
  'reason.out-of-reach': {
    de: 'Zu weit: {to} ist auf Distanz {distance}, Reichweite {reach}.',
    en: 'Too far: {to} is at distance {distance}, reach {reach}.',
  },
  'reason.bang-limit': {
    de: 'Das BANG! für diesen Zug ist schon gespielt.',
    en: 'This turn’s BANG! has already been played.',
  },
  'reason.bang-limit-other': {
    de: 'BANG! in diesem Zug: {played} gespielt, {limit} erlaubt.',
    en: 'BANG! this turn: {played} played, {limit} allowed.',
  },

  'hit.needs-slab': {
    de: 'Für {player}: {n} × {missed} nötig, denn {attacker} ist Slab the Killer.',
    en: '{player} needs {n} × {missed} to get away, for {attacker} is Slab the Killer.',
  },
  'hit.needs': { de: 'Für {player}: {n} × {missed} nötig.', en: '{player} needs {n} × {missed} to get away.' },
  'hit.draw-saves': {
    de: '{player} zieht {drawn}; Herz zählt wie ein {missed}',
    en: '{player} draws {drawn}; hearts count as a {missed}',
  },
  'hit.draw-fails': { de: '{player} zieht {drawn}: hilft nicht.', en: '{player} draws {drawn}: no help.' },
  'hit.saved-by-draw': {
    de: '{player} kommt davon, ohne eine Karte zu spielen.',
    en: '{player} gets away without playing a card.',
  },
  'hit.saved-by-missed': {
    de: '{player} spielt {n, plural, one {ein {missed}} other {# {missed}}} und kommt davon.',
    en: '{player} plays {n, plural, one {one {missed}} other {# {missed}}} and gets away.',
  },
  'hit.too-few': {
    de: 'Ein einziges {missed} genügt nicht und bleibt auf der Hand.',
    en: 'A single {missed} is not enough and stays in hand.',
  },
  'hit.hit': {
    de: '{player} wird getroffen: Lebenspunkte {before} → {after}.',
    en: '{player} is hit: life {before} → {after}.',
  },
  'hit.eliminated': {
    de: 'Das war der letzte Lebenspunkt: {player} scheidet aus.',
    en: 'That was the last life point: {player} is eliminated.',
  },

  'indians.needs': {
    de: 'Jeweils ein BANG! nötig; Fass und {missed} helfen hier nicht.',
    en: 'Everybody needs a BANG!; Barrel and {missed} do not help here.',
  },
  'indians.answered': {
    de: '{player} legt ein BANG! ab und bleibt verschont.',
    en: '{player} discards a BANG! and is spared.',
  },
  'indians.hit': {
    de: '{player} legt kein BANG! ab: Lebenspunkte {before} → {after}.',
    en: '{player} discards no BANG!: life {before} → {after}.',
  },

  'duel.none': {
    de: '{challenged} legt kein BANG! und verliert das Duell sofort: Lebenspunkte {before} → {after}.',
    en: '{challenged} plays no BANG! and loses the Duel at once: life {before} → {after}.',
  },
  'duel.played': {
    de: 'BANG! im Duell: {challenged} legt {a}, {challenger} {b}.',
    en: 'BANG! in the Duel: {challenged} plays {a}, {challenger} {b}.',
  },
  'duel.lost': {
    de: 'Von {loser} kommt kein BANG! mehr: Lebenspunkte {before} → {after}.',
    en: 'No further BANG! from {loser}: life {before} → {after}.',
  },

  deck: {
    de: 'Gezogen aus den 80 Karten des Grundspiels; der Stapel am Tisch ist dem Dienst unbekannt.',
    en: 'Drawn from the 80 cards of the base game; the service does not know the pile on the table.',
  },
  beer: {
    de: 'Ein Bier für den letzten Lebenspunkt ist Sache des Tisches.',
    en: 'A Beer for the last life point is the table’s affair.',
  },

  drawn: { de: '{suit} {rank}', en: '{rank} of {suit}' },
  'suit.spades': { de: 'Pik', en: 'spades' },
  'suit.hearts': { de: 'Herz', en: 'hearts' },
  'suit.diamonds': { de: 'Karo', en: 'diamonds' },
  'suit.clubs': { de: 'Kreuz', en: 'clubs' },
  'rank.J': { de: 'Bube', en: 'Jack' },
  'rank.Q': { de: 'Dame', en: 'Queen' },
  'rank.K': { de: 'König', en: 'King' },
  'rank.A': { de: 'Ass', en: 'Ace' },

  'card.bang': { de: 'BANG!', en: 'BANG!' },
  'card.gatling': { de: 'Gatling', en: 'Gatling' },
  'card.indians': { de: 'Indianer!', en: 'Indians!' },
  'card.duel': { de: 'Duell', en: 'Duel' },
  'card.punch': { de: 'Punch', en: 'Punch' },
  'card.knife': { de: 'Knife', en: 'Knife' },
  'card.derringer': { de: 'Derringer', en: 'Derringer' },
  'card.pepperbox': { de: 'Pepperbox', en: 'Pepperbox' },
  'card.springfield': { de: 'Springfield', en: 'Springfield' },
  'card.buffalo-rifle': { de: 'Buffalo Rifle', en: 'Buffalo Rifle' },
  'card.howitzer': { de: 'Howitzer', en: 'Howitzer' },
  'card.missed': { de: 'Verfehlt!', en: 'Missed!' },

  'weapon.colt-45': { de: 'Colt .45', en: 'Colt .45' },
  'weapon.volcanic': { de: 'Volcanic', en: 'Volcanic' },
  'weapon.schofield': { de: 'Schofield', en: 'Schofield' },
  'weapon.remington': { de: 'Remington', en: 'Remington' },
  'weapon.rev-carabine': { de: 'Rev. Carabine', en: 'Rev. Carabine' },
  'weapon.winchester': { de: 'Winchester', en: 'Winchester' },
} as const satisfies Phrases;

export type PhraseKey = keyof typeof PHRASES;

/** A phrase whose key is known to exist. */
export function say(phrase: PhraseKey, values?: Phrase['with']): Phrase {
  return values === undefined ? { phrase } : { phrase, with: values };
}
