import type { Phrase, Phrases } from '../ruleset.js';

/**
 * Everything an explanation can say. Names are put in as they are, never inflected; `{by}` and `{sum}` carry a true
 * sign; `{missed}` is the one place where that card has its name.
 */
export const PHRASES = {
  'purpose.barrel': { de: 'Fass', en: 'Barrel' },

  'table.ghost': {
    de: '{player} ist ausgeschieden, durch die Geisterstadt aber in diesem Zug als Geist im Spiel.',
    en: '{player} is eliminated, but by Ghost Town in the game for this turn, as a ghost.',
  },
  'table.for-good': {
    de: '{player} ist durch den Toten Mann wieder im Spiel, {life, plural, one {mit # Lebenspunkt} other {mit # Lebenspunkten}}.',
    en: '{player} is back in the game by Dead Man, with {life, plural, one {# life point} other {# life points}}.',
  },
  'table.copies': {
    de: '{player} ist Vera Custer und spielt gerade als {character}.',
    en: '{player} is Vera Custer and plays as {character} for now.',
  },
  'table.hangover': {
    de: 'Unter dem Kater hat kein Charakter eine Fähigkeit.',
    en: 'Under Hangover no character has an ability.',
  },
  'table.lasso': {
    de: 'Unter dem Lasso wirkt keine ausliegende Karte.',
    en: 'Under Lasso no card in play has an effect.',
  },
  'table.belle-star': {
    de: 'Im Zug von {player} (Belle Star) wirken die Karten nicht, die vor anderen ausliegen.',
    en: 'In the turn of {player} (Belle Star) cards in play in front of others have no effect.',
  },

  'distance.seats': {
    de: 'Von {from} zu {to}: {clockwise} im Uhrzeigersinn, {counterclockwise} andersherum, also Sitzabstand {seatDistance}.',
    en: 'From {from} to {to}: {clockwise} clockwise, {counterclockwise} the other way, so seat distance {seatDistance}.',
  },
  'distance.seats-equal': {
    de: 'Von {from} zu {to}: {seatDistance} in beiden Richtungen, also Sitzabstand {seatDistance}.',
    en: 'From {from} to {to}: {seatDistance} either way, so seat distance {seatDistance}.',
  },
  'distance.ambush': {
    de: 'Von {from} zu {to}: {clockwise} im Uhrzeigersinn, {counterclockwise} andersherum; im Hinterhalt ist der Sitzabstand immer {seatDistance}.',
    en: 'From {from} to {to}: {clockwise} clockwise, {counterclockwise} the other way; under Ambush the seat distance is always {seatDistance}.',
  },
  'distance.changes': { de: '{changes}.', en: '{changes}.' },
  'distance.result': { de: 'Distanz {distance}.', en: 'Distance {distance}.' },
  'distance.floored': {
    de: 'Rechnerisch {sum}, mindestens aber 1: Distanz 1.',
    en: 'That makes {sum}, but at least 1: distance 1.',
  },
  'distance.characters-count': {
    de: 'Ob Paul Regret und Rose Doolan auch im Hinterhalt zählen, ist nicht amtlich geklärt; an diesem Tisch zählen sie.',
    en: 'Whether Paul Regret and Rose Doolan count under Ambush has no official answer; at this table they do.',
  },
  'distance.characters-ignored': {
    de: 'Ob Paul Regret und Rose Doolan auch im Hinterhalt zählen, ist nicht amtlich geklärt; an diesem Tisch zählen sie nicht.',
    en: 'Whether Paul Regret and Rose Doolan count under Ambush has no official answer; at this table they do not.',
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
  'reach.colt-45-instead': {
    de: 'Die ausliegende Waffe wirkt nicht, also {weapon} mit Reichweite {reach}.',
    en: 'The weapon in play has no effect, so the {weapon} with reach {reach}.',
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
  'reason.no-ability': {
    de: 'Zwei Karten für einen Schuss legt nur ab, wer die Fähigkeit von Doc Holyday hat; {from} hat sie nicht.',
    en: 'Two cards are discarded for a shot only with Doc Holyday’s ability; {from} does not have it.',
  },
  'reason.no-event': {
    de: '{card} setzt voraus, dass die Ereigniskarte dieses Namens gilt.',
    en: '{card} takes the event card of that name to be in force.',
  },
  'reason.laid-this-turn': {
    de: '{card} liegt erst seit diesem Zug aus und ist erst in einem späteren zu gebrauchen.',
    en: '{card} was laid down in this very turn and can be used in a later one only.',
  },
  'reason.lasso': {
    de: 'Unter dem Lasso wirkt keine ausliegende Karte, also auch {card} nicht.',
    en: 'Under Lasso no card in play has an effect, so neither has {card}.',
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
  'reason.sermon': {
    de: 'Unter der Predigt spielt {from} im eigenen Zug kein BANG!.',
    en: 'Under Sermon there is no BANG! for {from} in a turn of {from}’s own.',
  },

  'hit.needs-slab': {
    de: 'Für {player}: {n} × {missed} nötig, denn {attacker} ist Slab the Killer.',
    en: '{player} needs {n} × {missed} to get away, for {attacker} is Slab the Killer.',
  },
  'hit.needs-sniper': {
    de: 'Für {player}: {n} × {missed} nötig, denn zwei BANG! kommen zugleich.',
    en: '{player} needs {n} × {missed} to get away, for two BANG! come at once.',
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
  'hit.saved-by-cards': {
    de: '{player} spielt {cards} und kommt davon.',
    en: '{player} plays {cards} and gets away.',
  },
  'hit.too-few': {
    de: 'Ein einziges {missed} genügt nicht und bleibt auf der Hand.',
    en: 'A single {missed} is not enough and stays in hand.',
  },
  'hit.any-card-ignored': {
    de: 'Beliebige Karten zählen nur bei Elena Fuente als {missed}, nicht bei {player}.',
    en: 'Any card as {missed} is for Elena Fuente only, not for {player}.',
  },
  'hit.hit': {
    de: '{player} wird getroffen: Lebenspunkte {before} → {after}.',
    en: '{player} is hit: life {before} → {after}.',
  },
  'hit.eliminated': {
    de: 'Das war der letzte Lebenspunkt: {player} scheidet aus.',
    en: 'That was the last life point: {player} is eliminated.',
  },
  'hit.beer': {
    de: '{player} trinkt sofort ein Bier: Lebenspunkte {before} → {after}.',
    en: '{player} drinks a Beer at once: life {before} → {after}.',
  },
  'hit.ghost': {
    de: 'Als Geist verliert {player} keine Lebenspunkte.',
    en: 'As a ghost {player} loses no life points.',
  },
  'hit.unaffected': {
    de: '{card} ist Karo und wirkt nicht auf {player} (Apache Kid).',
    en: '{card} is diamonds and does not affect {player} (Apache Kid).',
  },
  'beer.two-left': {
    de: 'Ein Bier hilft {player} nicht mehr, denn es sind nur noch zwei im Spiel.',
    en: 'A Beer does not help {player} any more, for only two are left in the game.',
  },
  'beer.reverend': {
    de: 'Ein Bier hilft {player} nicht, denn der Pfarrer verbietet es.',
    en: 'A Beer does not help {player}, for the Reverend forbids it.',
  },

  'played.missed': { de: '{n} × {missed}', en: '{n} × {missed}' },
  'played.bangs': { de: '{n} × BANG! als {missed}', en: '{n} × BANG! as {missed}' },
  'played.any-card': {
    de: '{n, plural, one {eine andere Karte} other {# andere Karten}} als {missed}',
    en: '{n, plural, one {one other card} other {# other cards}} as {missed}',
  },

  'ricochet.aim': {
    de: 'Das Ziel ist eine Karte vor {player}: {target}.',
    en: 'The target is a card in front of {player}: {target}.',
  },
  'ricochet.needs': {
    de: 'Um sie zu behalten, braucht {player} {n} × {missed}; Fass und Jourdonnais helfen nicht.',
    en: 'To keep it, {player} needs {n} × {missed}; Barrel and Jourdonnais do not help.',
  },
  'ricochet.needs-slab': {
    de: 'Um sie zu behalten, braucht {player} {n} × {missed}, denn {attacker} ist Slab the Killer; Fass und Jourdonnais helfen nicht.',
    en: 'To keep it, {player} needs {n} × {missed}, for {attacker} is Slab the Killer; Barrel and Jourdonnais do not help.',
  },
  'ricochet.kept': {
    de: '{player} spielt {cards} und behält die Karte.',
    en: '{player} plays {cards} and keeps the card.',
  },
  'ricochet.discarded': {
    de: 'Sie wird abgelegt: {target} von {player}.',
    en: 'It is discarded: {target} of {player}.',
  },

  'indians.needs': {
    de: 'Jeweils ein BANG! nötig; Fass und {missed} helfen hier nicht.',
    en: 'Everybody needs a BANG!; Barrel and {missed} do not help here.',
  },
  'indians.answered': {
    de: '{player} legt ein BANG! ab und bleibt verschont.',
    en: '{player} discards a BANG! and is spared.',
  },
  'indians.answered-missed': {
    de: '{player} (Calamity Janet) legt ein {missed} als BANG! ab und bleibt verschont.',
    en: '{player} (Calamity Janet) discards a {missed} as BANG! and is spared.',
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
  'duel.missed': {
    de: 'Davon {n} × {missed} von {player} (Calamity Janet).',
    en: 'Of these, {n} × {missed} by {player} (Calamity Janet).',
  },
  'duel.over': {
    de: 'Von {loser} kommt kein BANG!; das Duell ist verloren.',
    en: 'No BANG! from {loser}; the Duel is lost.',
  },
  'sermon.answer': {
    de: 'Unter der Predigt legt {player} im eigenen Zug auch als Antwort kein BANG!.',
    en: 'Under Sermon {player}’s own turn allows no BANG! as an answer either.',
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
  'drawn.two': {
    de: '{better} und {other}, wovon das Bessere zählt (Lucky Duke)',
    en: '{better} and {other}, of which the better counts (Lucky Duke)',
  },
  'drawn.blessing': { de: '{card}, durch den Segen Herz', en: '{card}, by Blessing hearts' },
  'drawn.curse': { de: '{card}, durch den Fluch Pik', en: '{card}, by Curse spades' },
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
  'card.tomahawk': { de: 'Tomahawk', en: 'Tomahawk' },
  'card.doc-holyday': { de: 'Der Schuss von Doc Holyday', en: 'Doc Holyday’s shot' },
  'card.sniper': { de: 'Scharfschütze', en: 'Sniper' },
  'card.ricochet': { de: 'Querschläger', en: 'Ricochet' },
  'card.missed': { de: 'Verfehlt!', en: 'Missed!' },

  'weapon.colt-45': { de: 'Colt .45', en: 'Colt .45' },
  'weapon.volcanic': { de: 'Volcanic', en: 'Volcanic' },
  'weapon.schofield': { de: 'Schofield', en: 'Schofield' },
  'weapon.remington': { de: 'Remington', en: 'Remington' },
  'weapon.rev-carabine': { de: 'Rev. Carabine', en: 'Rev. Carabine' },
  'weapon.winchester': { de: 'Winchester', en: 'Winchester' },

  'equipment.scope': { de: 'Zielfernrohr', en: 'Scope' },
  'equipment.binoculars': { de: 'Binoculars', en: 'Binoculars' },
  'equipment.mustang': { de: 'Mustang', en: 'Mustang' },
  'equipment.hideout': { de: 'Hideout', en: 'Hideout' },
  'equipment.barrel': { de: 'Fass', en: 'Barrel' },
  'equipment.jail': { de: 'Gefängnis', en: 'Jail' },
  'equipment.dynamite': { de: 'Dynamit', en: 'Dynamite' },
  'equipment.bible': { de: 'Bible', en: 'Bible' },
  'equipment.buffalo-rifle': { de: 'Buffalo Rifle', en: 'Buffalo Rifle' },
  'equipment.can-can': { de: 'Can Can', en: 'Can Can' },
  'equipment.canteen': { de: 'Canteen', en: 'Canteen' },
  'equipment.conestoga': { de: 'Conestoga', en: 'Conestoga' },
  'equipment.derringer': { de: 'Derringer', en: 'Derringer' },
  'equipment.howitzer': { de: 'Howitzer', en: 'Howitzer' },
  'equipment.iron-plate': { de: 'Iron Plate', en: 'Iron Plate' },
  'equipment.knife': { de: 'Knife', en: 'Knife' },
  'equipment.pepperbox': { de: 'Pepperbox', en: 'Pepperbox' },
  'equipment.pony-express': { de: 'Pony Express', en: 'Pony Express' },
  'equipment.sombrero': { de: 'Sombrero', en: 'Sombrero' },
  'equipment.ten-gallon-hat': { de: 'Ten Gallon Hat', en: 'Ten Gallon Hat' },

  'character.bart-cassidy': { de: 'Bart Cassidy', en: 'Bart Cassidy' },
  'character.black-jack': { de: 'Black Jack', en: 'Black Jack' },
  'character.calamity-janet': { de: 'Calamity Janet', en: 'Calamity Janet' },
  'character.el-gringo': { de: 'El Gringo', en: 'El Gringo' },
  'character.jesse-jones': { de: 'Jesse Jones', en: 'Jesse Jones' },
  'character.jourdonnais': { de: 'Jourdonnais', en: 'Jourdonnais' },
  'character.kit-carlson': { de: 'Kit Carlson', en: 'Kit Carlson' },
  'character.lucky-duke': { de: 'Lucky Duke', en: 'Lucky Duke' },
  'character.paul-regret': { de: 'Paul Regret', en: 'Paul Regret' },
  'character.pedro-ramirez': { de: 'Pedro Ramirez', en: 'Pedro Ramirez' },
  'character.rose-doolan': { de: 'Rose Doolan', en: 'Rose Doolan' },
  'character.sid-ketchum': { de: 'Sid Ketchum', en: 'Sid Ketchum' },
  'character.slab-the-killer': { de: 'Slab the Killer', en: 'Slab the Killer' },
  'character.suzy-lafayette': { de: 'Suzy Lafayette', en: 'Suzy Lafayette' },
  'character.vulture-sam': { de: 'Vulture Sam', en: 'Vulture Sam' },
  'character.willy-the-kid': { de: 'Willy the Kid', en: 'Willy the Kid' },
  'character.apache-kid': { de: 'Apache Kid', en: 'Apache Kid' },
  'character.belle-star': { de: 'Belle Star', en: 'Belle Star' },
  'character.bill-noface': { de: 'Bill Noface', en: 'Bill Noface' },
  'character.chuck-wengam': { de: 'Chuck Wengam', en: 'Chuck Wengam' },
  'character.doc-holyday': { de: 'Doc Holyday', en: 'Doc Holyday' },
  'character.elena-fuente': { de: 'Elena Fuente', en: 'Elena Fuente' },
  'character.greg-digger': { de: 'Greg Digger', en: 'Greg Digger' },
  'character.herb-hunter': { de: 'Herb Hunter', en: 'Herb Hunter' },
  'character.jose-delgado': { de: 'José Delgado', en: 'José Delgado' },
  'character.molly-stark': { de: 'Molly Stark', en: 'Molly Stark' },
  'character.pat-brennan': { de: 'Pat Brennan', en: 'Pat Brennan' },
  'character.pixie-pete': { de: 'Pixie Pete', en: 'Pixie Pete' },
  'character.sean-mallory': { de: 'Sean Mallory', en: 'Sean Mallory' },
  'character.tequila-joe': { de: 'Tequila Joe', en: 'Tequila Joe' },
} as const satisfies Phrases;

export type PhraseKey = keyof typeof PHRASES;

/** A phrase whose key is known to exist. */
export function say(phrase: PhraseKey, values?: Phrase['with']): Phrase {
  return values === undefined ? { phrase } : { phrase, with: values };
}
