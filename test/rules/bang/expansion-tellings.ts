import type { Roll } from '../../../src/dice/roll.js';
import type { Reason } from '../../../src/rules/ruleset.js';
import { barrel, shot } from './shots.js';

/** A telling, and some of its sentences in their order. */
interface Telling {
  readonly name: string;
  readonly request: object;
  readonly rolls?: readonly Roll[];
  readonly reasons?: readonly Reason[];
  readonly de: readonly string[];
  readonly en: readonly string[];
}

/** What the expansions add to what is told. */
export const NEWS: readonly Telling[] = [
  {
    name: 'Ambush and Paul Regret, who counts',
    request: shot({ events: ['ambush'] }, { weapon: 'schofield' }, { character: 'paul-regret' }),
    de: [
      'Von Anna zu Ben: 1 im Uhrzeigersinn, 3 andersherum; im Hinterhalt ist der Sitzabstand immer 1.',
      'Ben ist Paul Regret: +1.',
      'Distanz 2.',
      'Ob Paul Regret und Rose Doolan auch im Hinterhalt zählen, ist nicht amtlich geklärt; an diesem Tisch zählen sie.',
    ],
    en: [
      'From Anna to Ben: 1 clockwise, 3 the other way; under Ambush the seat distance is always 1.',
      'Ben is Paul Regret: +1.',
      'Distance 2.',
      'Whether Paul Regret and Rose Doolan count under Ambush has no official answer; at this table they do.',
    ],
  },
  {
    name: 'Ambush and Paul Regret, who does not',
    request: shot({ events: ['ambush'], policy: { ambushCharacters: 'ignore' } }, {}, { character: 'paul-regret' }),
    de: [
      'Distanz 1.',
      'Ob Paul Regret und Rose Doolan auch im Hinterhalt zählen, ist nicht amtlich geklärt; an diesem Tisch zählen sie nicht.',
    ],
    en: [
      'Distance 1.',
      'Whether Paul Regret and Rose Doolan count under Ambush has no official answer; at this table they do not.',
    ],
  },
  {
    name: 'Lasso',
    request: shot({ events: ['lasso'] }, { weapon: 'winchester' }, { equipment: ['mustang', 'barrel'] }),
    de: [
      'Unter dem Lasso wirkt keine ausliegende Karte.',
      'Distanz 1.',
      'Die ausliegende Waffe wirkt nicht, also Colt .45 mit Reichweite 1.',
    ],
    en: [
      'Under Lasso no card in play has an effect.',
      'Distance 1.',
      'The weapon in play has no effect, so the Colt .45 with reach 1.',
    ],
  },
  {
    name: 'Belle Star',
    request: shot({}, { character: 'belle-star' }, { equipment: ['mustang'] }),
    de: ['Im Zug von Anna (Belle Star) wirken die Karten nicht, die vor anderen ausliegen.'],
    en: ['In the turn of Anna (Belle Star) cards in play in front of others have no effect.'],
  },
  {
    name: 'Hangover',
    request: shot({ events: ['hangover'] }, {}, { character: 'paul-regret' }),
    de: ['Unter dem Kater hat kein Charakter eine Fähigkeit.'],
    en: ['Under Hangover no character has an ability.'],
  },
  {
    name: 'Vera Custer',
    request: shot({}, { character: 'vera-custer', copies: 'slab-the-killer' }),
    de: [
      'Anna ist Vera Custer und spielt gerade als Slab the Killer.',
      'Für Ben: 2 × Verfehlt! nötig, denn Anna ist Slab the Killer.',
    ],
    en: [
      'Anna is Vera Custer and plays as Slab the Killer for now.',
      'Ben needs 2 × Missed! to get away, for Anna is Slab the Killer.',
    ],
  },
  {
    name: 'Apache Kid',
    request: shot({ cardSuit: 'diamonds' }, {}, { character: 'apache-kid' }),
    de: ['BANG! gegen Ben ist erlaubt.', 'BANG! ist Karo und wirkt nicht auf Ben (Apache Kid).'],
    en: ['BANG! against Ben is allowed.', 'BANG! is diamonds and does not affect Ben (Apache Kid).'],
  },
  {
    name: 'Calamity Janet in a Duel',
    request: shot(
      { card: 'duel', answers: { Ben: { missed: 2 }, Anna: { bangs: 1 } } },
      {},
      { character: 'calamity-janet' },
    ),
    de: [
      'BANG! im Duell: Ben legt 2, Anna 1.',
      'Davon 2 × Verfehlt! von Ben (Calamity Janet).',
      'Von Anna kommt kein BANG! mehr: Lebenspunkte 4 → 3.',
    ],
    en: [
      'BANG! in the Duel: Ben plays 2, Anna 1.',
      'Of these, 2 × Missed! by Ben (Calamity Janet).',
      'No further BANG! from Anna: life 4 → 3.',
    ],
  },
  {
    name: 'Elena Fuente against Slab',
    request: shot(
      { answers: { Ben: { missed: 1, anyCard: 2 } } },
      { character: 'slab-the-killer' },
      { character: 'elena-fuente' },
    ),
    de: ['Ben spielt 1 × Verfehlt!, eine andere Karte als Verfehlt! und kommt davon.'],
    en: ['Ben plays 1 × Missed!, one other card as Missed! and gets away.'],
  },
  {
    name: 'any card of anybody else',
    request: shot({ answers: { Ben: { anyCard: 2 } } }),
    de: ['Beliebige Karten zählen nur bei Elena Fuente als Verfehlt!, nicht bei Ben.'],
    en: ['Any card as Missed! is for Elena Fuente only, not for Ben.'],
  },
  {
    name: 'Sermon in one’s own Duel',
    request: shot({ card: 'duel', events: ['sermon'], answers: { Ben: { bangs: 1 }, Anna: { bangs: 1 } } }),
    de: [
      'BANG! im Duell: Ben legt 1, Anna 0.',
      'Unter der Predigt legt Anna im eigenen Zug auch als Antwort kein BANG!.',
      'Von Anna kommt kein BANG! mehr: Lebenspunkte 4 → 3.',
    ],
    en: [
      'BANG! in the Duel: Ben plays 1, Anna 0.',
      'Under Sermon Anna’s own turn allows no BANG! as an answer either.',
      'No further BANG! from Anna: life 4 → 3.',
    ],
  },
  {
    name: 'Lucky Duke under Curse',
    request: shot({ events: ['curse'] }, {}, { character: 'lucky-duke', equipment: ['barrel'] }),
    rolls: [barrel(21), barrel(1, 79)],
    de: ['Ben zieht Herz 2, durch den Fluch Pik und Pik 2, wovon das Bessere zählt (Lucky Duke): hilft nicht.'],
    en: ['Ben draws 2 of hearts, by Curse spades and 2 of spades, of which the better counts (Lucky Duke): no help.'],
  },
  {
    name: 'Blessing',
    request: shot({ events: ['blessing'] }, {}, { equipment: ['barrel'] }),
    rolls: [barrel(1)],
    de: ['Ben zieht Pik 2, durch den Segen Herz; Herz zählt wie ein Verfehlt!'],
    en: ['Ben draws 2 of spades, by Blessing hearts; hearts count as a Missed!'],
  },
  {
    name: 'a Beer at the last life point',
    request: shot({ answers: { Ben: { beers: 1 } } }, {}, { life: 1, character: 'tequila-joe' }),
    de: ['Ben wird getroffen: Lebenspunkte 1 → 0.', 'Ben trinkt sofort ein Bier: Lebenspunkte 0 → 2.'],
    en: ['Ben is hit: life 1 → 0.', 'Ben drinks a Beer at once: life 0 → 2.'],
  },
  {
    name: 'the Reverend',
    request: shot({ events: ['reverend'], answers: { Ben: { beers: 1 } } }, {}, { life: 1 }),
    de: [
      'Ben wird getroffen: Lebenspunkte 1 → 0.',
      'Ein Bier hilft Ben nicht, denn der Pfarrer verbietet es.',
      'Das war der letzte Lebenspunkt: Ben scheidet aus.',
    ],
    en: [
      'Ben is hit: life 1 → 0.',
      'A Beer does not help Ben, for the Reverend forbids it.',
      'That was the last life point: Ben is eliminated.',
    ],
  },
  {
    name: 'Ricochet',
    request: shot(
      { card: 'ricochet', targetCard: 'silver', events: ['ricochet'], answers: { Ben: { missed: 1 } } },
      {},
      { equipment: ['silver'] },
    ),
    de: [
      'Das Ziel ist eine Karte vor Ben: Binoculars.',
      'Um sie zu behalten, braucht Ben 1 × Verfehlt!; Fass und Jourdonnais helfen nicht.',
      'Ben spielt 1 × Verfehlt! und behält die Karte.',
    ],
    en: [
      'The target is a card in front of Ben: Binoculars.',
      'To keep it, Ben needs 1 × Missed!; Barrel and Jourdonnais do not help.',
      'Ben plays 1 × Missed! and keeps the card.',
    ],
  },
  {
    name: 'a ghost',
    request: shot({ card: 'duel', events: ['ghost-town'], answers: { Ben: { bangs: 1 } } }, { active: false, life: 0 }),
    de: [
      'Anna ist ausgeschieden, durch die Geisterstadt aber in diesem Zug als Geist im Spiel.',
      'Von Anna kommt kein BANG!; das Duell ist verloren.',
      'Als Geist verliert Anna keine Lebenspunkte.',
    ],
    en: [
      'Anna is eliminated, but by Ghost Town in the game for this turn, as a ghost.',
      'No BANG! from Anna; the Duel is lost.',
      'As a ghost Anna loses no life points.',
    ],
  },
  {
    name: 'Dead Man',
    request: shot({ card: 'duel', events: ['dead-man'] }, { active: false, life: 0 }),
    de: ['Anna ist durch den Toten Mann wieder im Spiel, mit 2 Lebenspunkten.'],
    en: ['Anna is back in the game by Dead Man, with 2 life points.'],
  },
  {
    name: 'Sermon and more against it',
    request: shot({ card: 'sniper', events: ['sermon'] }),
    reasons: [{ code: 'no-event' }, { code: 'sermon' }],
    de: [
      'Scharfschütze setzt voraus, dass die Ereigniskarte dieses Namens gilt.',
      'Unter der Predigt spielt Anna im eigenen Zug kein BANG!.',
    ],
    en: [
      'Sniper takes the event card of that name to be in force.',
      'Under Sermon there is no BANG! for Anna in a turn of Anna’s own.',
    ],
  },
];
