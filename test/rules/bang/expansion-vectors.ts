import type { Seat } from '../../../src/rules/bang/seats.js';

/**
 * What the expansions change, row by row: for each a case where the rule matters and one where it nearly does. Written
 * by hand; `expected` holds what the case is about, a reader can see why.
 */
export interface ExpansionVector {
  readonly name: string;
  readonly path: 'distance-checks' | 'targets' | 'distances' | 'equip-checks' | 'attacks';
  readonly request: object;
  /** Who draws, and the value rolled: the v-th card still in the pile. 1–20 are spades, 21–40 hearts. */
  readonly draws?: readonly (readonly [player: string, value: number])[];
  /** Members that the outcome has to have. */
  readonly outcome?: object;
  /** Codes of all reasons, for an attack that is refused. */
  readonly reasons?: readonly string[];
  /** Pointer and code of all faults. */
  readonly faults?: readonly string[];
}

export interface Row {
  readonly row: string;
  readonly matters: readonly ExpansionVector[];
  readonly nearly: readonly ExpansionVector[];
}

/** A, B, C … clockwise with 4 life points each, and what else is said of each in turn. */
const seats = (count: number, ...said: (Partial<Seat> | null)[]) =>
  Array.from({ length: count }, (_, i) => ({ player: 'ABCDEFGHIJ'[i]!, life: 4, ...said[i] }));

const check = (name: string, table: object[], more: object, outcome: object): ExpansionVector => ({
  name,
  path: 'distance-checks',
  request: { seats: table, from: 'A', to: 'B', ...more },
  outcome,
});
const attack = (name: string, table: object[], more: object, expected: Partial<ExpansionVector>): ExpansionVector => ({
  name,
  path: 'attacks',
  request: { seats: table, attacker: 'A', target: 'B', card: 'bang', ...more },
  ...expected,
});
/** An attack with a card for all others. */
const round = (name: string, table: object[], more: object, expected: Partial<ExpansionVector>): ExpansionVector => ({
  name,
  path: 'attacks',
  request: { seats: table, attacker: 'A', ...more },
  ...expected,
});
const equip = (name: string, table: object[], more: object, outcome: object): ExpansionVector => ({
  name,
  path: 'equip-checks',
  request: { seats: table, player: 'A', ...more },
  outcome,
});

/** The one hit of an attack. */
const hit = (members: object) => ({ outcome: { hits: [members] } });
const legal = { legal: true, reasons: [] };
const illegal = (...reasons: string[]) => ({ legal: false, reasons });

export const ROWS: readonly Row[] = [
  {
    row: 'distance: added up, floored once at the end, directed',
    matters: [
      check(
        'a Scope and a Mustang between neighbours cancel out, also below 1 on the way',
        seats(4, { equipment: ['scope'] }, { equipment: ['mustang'] }),
        {},
        { distance: 1, seatDistance: 1 },
      ),
      check(
        'everything nearer between neighbours is still 1',
        seats(4, { equipment: ['scope', 'binoculars'], character: 'rose-doolan' }),
        {},
        { distance: 1, seatDistance: 1 },
      ),
      check(
        'everything farther adds up',
        seats(6, null, null, null, { equipment: ['mustang', 'hideout'], character: 'paul-regret' }),
        { to: 'D' },
        { distance: 6, seatDistance: 3 },
      ),
      check(
        'the way back is another',
        seats(6, null, null, null, { equipment: ['mustang', 'hideout'], character: 'paul-regret' }),
        { from: 'D', to: 'A' },
        { distance: 3, seatDistance: 3, changes: [] },
      ),
    ],
    nearly: [
      check(
        'a Scope of the target and a Mustang of the attacker do nothing',
        seats(4, { equipment: ['mustang'] }, null, { equipment: ['scope'] }),
        { to: 'C' },
        { distance: 2, changes: [] },
      ),
    ],
  },
  {
    row: 'names: Appaloosa is a Scope, Silver are Binoculars',
    matters: [
      check(
        'both come nearer, by their usual names',
        seats(7, { equipment: ['silver', 'appaloosa'] }),
        { to: 'D' },
        {
          distance: 1,
          changes: [
            { code: 'scope', of: 'A', by: -1 },
            { code: 'binoculars', of: 'A', by: -1 },
          ],
        },
      ),
      equip(
        'a second Scope in another print',
        seats(2, { equipment: ['scope'] }),
        { card: 'appaloosa' },
        {
          card: 'scope',
          ...illegal('duplicate-card'),
        },
      ),
      equip(
        'second Binoculars in another print',
        seats(2, { equipment: ['silver'] }),
        { card: 'binoculars' },
        {
          card: 'binoculars',
          ...illegal('duplicate-card'),
        },
      ),
      {
        name: 'one card in two prints cannot lie there',
        path: 'distance-checks',
        request: { seats: seats(2, { equipment: ['scope', 'appaloosa'] }), from: 'A', to: 'B' },
        faults: ['/seats/0/equipment/1 duplicate-card'],
      },
    ],
    nearly: [
      equip(
        'Scope and Binoculars are two names',
        seats(2, { equipment: ['appaloosa'] }),
        { card: 'silver' },
        {
          card: 'binoculars',
          ...legal,
        },
      ),
      check(
        'an Appaloosa of the target is no Mustang',
        seats(4, null, { equipment: ['appaloosa'] }),
        {},
        {
          distance: 1,
          changes: [],
        },
      ),
    ],
  },
  {
    row: 'Tomahawk: own range 2',
    matters: [
      check('2 away, with the Colt', seats(4), { to: 'C', card: 'tomahawk' }, { reach: 2, reachBy: 'card', ...legal }),
      attack('it is answered with a Missed!', seats(4), { target: 'C', card: 'tomahawk' }, hit({ hit: true })),
    ],
    nearly: [
      check(
        '3 away, whatever the weapon',
        seats(6, { weapon: 'winchester' }),
        { to: 'D', card: 'tomahawk' },
        {
          reach: 2,
          ...illegal('out-of-reach'),
        },
      ),
      check(
        '2 seats away and a Mustang',
        seats(4, null, null, { equipment: ['mustang'] }),
        {
          to: 'C',
          card: 'tomahawk',
        },
        illegal('out-of-reach'),
      ),
    ],
  },
  {
    row: 'Jail: any distance, not on the Sheriff',
    matters: [
      check('the Sheriff', seats(4, null, { role: 'sheriff' }), { card: 'jail' }, illegal('sheriff')),
      check('five seats away', seats(10), { to: 'F', card: 'jail' }, { distance: 5, reach: null, ...legal }),
      check('in Jail already', seats(4, null, { equipment: ['jail'] }), { card: 'jail' }, illegal('duplicate-card')),
      check('oneself', seats(4), { to: 'A', card: 'jail' }, illegal('self')),
      {
        name: 'the targets but for the Sheriff',
        path: 'targets',
        request: { seats: seats(3, null, { role: 'sheriff' }), from: 'A', card: 'jail' },
        outcome: {
          targets: [
            { to: 'B', legal: false },
            { to: 'C', legal: true },
          ],
        },
      },
    ],
    nearly: [
      check('the Deputy', seats(4, null, { role: 'deputy' }), { card: 'jail' }, legal),
      check('by the Sheriff', seats(4, { role: 'sheriff' }), { card: 'jail' }, legal),
      check('the Sheriff is shot at like anybody', seats(4, null, { role: 'sheriff' }), {}, legal),
    ],
  },
  {
    row: 'Belle Star: cards in play in front of others have no effect in her turn',
    matters: [
      check(
        'neither Mustang nor Hideout',
        seats(4, { character: 'belle-star' }, { equipment: ['mustang', 'hideout'] }),
        {},
        { distance: 1, changes: [], ...legal },
      ),
      attack(
        'no Barrel',
        seats(4, { character: 'belle-star' }, { equipment: ['barrel'] }),
        {},
        hit({ draws: [], hit: true }),
      ),
      check(
        'nor the weapon and Scope of another player who plays in her turn',
        seats(6, { character: 'belle-star' }, { weapon: 'winchester', equipment: ['scope'] }),
        { from: 'B', to: 'D', turnOf: 'A' },
        { distance: 2, reach: 1, reachBy: 'colt-45', ...illegal('out-of-reach') },
      ),
    ],
    nearly: [
      check(
        'Paul Regret is a character',
        seats(4, { character: 'belle-star' }, { character: 'paul-regret' }),
        {},
        {
          distance: 2,
          ...illegal('out-of-reach'),
        },
      ),
      attack(
        'Jourdonnais too',
        seats(4, { character: 'belle-star' }, { character: 'jourdonnais' }),
        {},
        { draws: [['B', 21]], ...hit({ draws: [{ suit: 'hearts', rank: '2', saves: true }], hit: false }) },
      ),
      check(
        'her own cards do have an effect',
        seats(7, { character: 'belle-star', weapon: 'schofield', equipment: ['scope'] }),
        { to: 'D' },
        { distance: 2, reach: 2, ...legal },
      ),
      check(
        'not in somebody else’s turn',
        seats(4, { character: 'belle-star' }, { equipment: ['mustang'] }),
        { turnOf: 'C' },
        { distance: 2 },
      ),
      check(
        'her own Mustang has its effect in another’s turn',
        seats(4, null, { character: 'belle-star', equipment: ['mustang'] }),
        {},
        { distance: 2 },
      ),
    ],
  },
  {
    row: 'Calamity Janet: Missed! as BANG!, BANG! as Missed!',
    matters: [
      attack(
        'a BANG! answers a BANG!',
        seats(4, null, { character: 'calamity-janet' }),
        { answers: { B: { bangs: 2 } } },
        hit({ played: { missed: 0, bangs: 1 }, hit: false }),
      ),
      attack(
        'both kinds together answer Slab',
        seats(4, { character: 'slab-the-killer' }, { character: 'calamity-janet' }),
        { answers: { B: { bangs: 3, missed: 1 } } },
        hit({ needs: { missed: 2 }, played: { missed: 1, bangs: 1 }, hit: false }),
      ),
      round(
        'a Missed! answers Indians!',
        seats(2, null, { character: 'calamity-janet' }),
        { card: 'indians', answers: { B: { missed: 1 } } },
        hit({ played: { bangs: 0, missed: 1 }, hit: false }),
      ),
      attack(
        'Missed! in a Duel, BANG! first',
        seats(4, null, { character: 'calamity-janet' }),
        { card: 'duel', answers: { A: { bangs: 2 }, B: { bangs: 1, missed: 2 } } },
        {
          outcome: {
            duel: {
              played: [
                { player: 'B', bangs: 1, missed: 2 },
                { player: 'A', bangs: 2 },
              ],
              loser: 'A',
            },
          },
        },
      ),
      attack(
        'and as the challenger',
        seats(4, { character: 'calamity-janet' }),
        { card: 'duel', answers: { A: { missed: 1 }, B: { bangs: 1 } } },
        {
          outcome: {
            duel: {
              played: [
                { player: 'B', bangs: 1 },
                { player: 'A', bangs: 0, missed: 1 },
              ],
              loser: 'B',
            },
          },
        },
      ),
      attack(
        'Missed! played as BANG! count to the limit',
        seats(4, { character: 'calamity-janet' }),
        { bangsPlayed: 1 },
        { reasons: ['bang-limit'] },
      ),
    ],
    nearly: [
      attack('anybody else’s BANG! is no Missed!', seats(4), { answers: { B: { bangs: 2 } } }, hit({ hit: true })),
      attack(
        'with a Missed! she keeps the BANG!',
        seats(4, null, { character: 'calamity-janet' }),
        { answers: { B: { bangs: 1, missed: 1 } } },
        hit({ played: { missed: 1 }, hit: false }),
      ),
      attack(
        'one card of each kind is not two of three',
        seats(4, null, { character: 'calamity-janet' }),
        { card: 'duel', answers: { A: { bangs: 2 }, B: { bangs: 1, missed: 1 } } },
        { outcome: { duel: { loser: 'B' } } },
      ),
    ],
  },
  {
    row: 'Doc Holyday: weapon’s reach, outside the BANG! limit',
    matters: [
      attack(
        'after the BANG! of this turn',
        seats(6, { character: 'doc-holyday', weapon: 'remington' }),
        { target: 'D', card: 'doc-holyday', bangsPlayed: 1 },
        {
          outcome: {
            check: { distance: 3, reach: 3, reachBy: 'remington' },
            hits: [{ needs: { missed: 1 }, hit: true }],
          },
        },
      ),
      attack(
        'no farther than the weapon',
        seats(4, { character: 'doc-holyday' }),
        { target: 'C', card: 'doc-holyday' },
        { reasons: ['out-of-reach'] },
      ),
      attack('nobody else can', seats(4), { card: 'doc-holyday' }, { reasons: ['no-ability'] }),
    ],
    nearly: [
      attack(
        'his BANG! is limited like anybody’s',
        seats(4, { character: 'doc-holyday' }),
        { bangsPlayed: 1 },
        { reasons: ['bang-limit'] },
      ),
      attack(
        'under Sermon it is no BANG!',
        seats(4, { character: 'doc-holyday' }),
        { card: 'doc-holyday', events: ['sermon'] },
        hit({ hit: true }),
      ),
    ],
  },
  {
    row: 'Apache Kid: diamonds played by others do not affect him',
    matters: [
      attack(
        'a BANG! of diamonds is legal and does nothing; no Barrel is drawn, no card played',
        seats(4, null, { character: 'apache-kid', equipment: ['barrel'], life: 1 }),
        { cardSuit: 'diamonds', answers: { B: { missed: 1 } } },
        {
          outcome: {
            check: { legal: true, reasons: [], unaffected: 'apache-kid' },
            hits: [
              { player: 'B', unaffected: 'apache-kid', hit: false, life: { before: 1, after: 1 }, eliminated: false },
            ],
          },
        },
      ),
      round(
        'Indians! of diamonds spare him alone',
        seats(3, null, { character: 'apache-kid' }),
        { card: 'indians', cardSuit: 'diamonds' },
        {
          outcome: {
            hits: [
              { player: 'B', unaffected: 'apache-kid', hit: false },
              { player: 'C', hit: true },
            ],
          },
        },
      ),
      attack(
        'a Duel of diamonds is none',
        seats(4, null, { character: 'apache-kid' }),
        { card: 'duel', cardSuit: 'diamonds', answers: { B: { bangs: 1 } } },
        { outcome: { duel: null, hits: [{ player: 'B', unaffected: 'apache-kid', hit: false }] } },
      ),
      attack(
        'Doc Holyday with two diamonds',
        seats(4, { character: 'doc-holyday' }, { character: 'apache-kid' }),
        { card: 'doc-holyday', cardSuit: 'diamonds', secondCardSuit: 'diamonds' },
        hit({ unaffected: 'apache-kid' }),
      ),
      check(
        'Panic! of diamonds',
        seats(4, null, { character: 'apache-kid' }),
        { card: 'panic', cardSuit: 'diamonds' },
        {
          ...legal,
          unaffected: 'apache-kid',
        },
      ),
    ],
    nearly: [
      attack('hearts', seats(4, null, { character: 'apache-kid' }), { cardSuit: 'hearts' }, hit({ hit: true })),
      attack('no suit given', seats(4, null, { character: 'apache-kid' }), {}, hit({ hit: true })),
      attack('diamonds at somebody else', seats(4), { cardSuit: 'diamonds' }, hit({ hit: true })),
      attack(
        'Doc Holyday with one diamond, the first',
        seats(4, { character: 'doc-holyday' }, { character: 'apache-kid' }),
        { card: 'doc-holyday', cardSuit: 'diamonds', secondCardSuit: 'clubs' },
        hit({ hit: true }),
      ),
      attack(
        'Doc Holyday with one diamond, the second',
        seats(4, { character: 'doc-holyday' }, { character: 'apache-kid' }),
        { card: 'doc-holyday', cardSuit: 'clubs', secondCardSuit: 'diamonds' },
        hit({ hit: true }),
      ),
      attack(
        'his own Duel of diamonds, which he may lose',
        seats(4, { character: 'apache-kid' }),
        { card: 'duel', cardSuit: 'diamonds', answers: { B: { bangs: 1 } } },
        { outcome: { duel: { loser: 'A' }, hits: [{ player: 'A', hit: true }] } },
      ),
      {
        name: 'a second suit for a single card',
        path: 'attacks',
        request: { seats: seats(2), attacker: 'A', target: 'B', card: 'bang', secondCardSuit: 'diamonds' },
        faults: ['/secondCardSuit second-card-not-expected'],
      },
    ],
  },
  {
    row: 'Vera Custer: copies',
    matters: [
      check(
        'Rose Doolan',
        seats(4, { character: 'vera-custer', copies: 'rose-doolan' }),
        { to: 'C' },
        {
          distance: 1,
          changes: [{ code: 'rose-doolan', of: 'A', by: -1 }],
        },
      ),
      attack(
        'Slab the Killer',
        seats(4, { character: 'vera-custer', copies: 'slab-the-killer' }),
        { answers: { B: { missed: 1 } } },
        hit({ needs: { missed: 2 }, hit: true }),
      ),
      check(
        'Willy the Kid',
        seats(4, { character: 'vera-custer', copies: 'willy-the-kid' }),
        { bangsPlayed: 3 },
        legal,
      ),
      attack(
        'Doc Holyday',
        seats(4, { character: 'vera-custer', copies: 'doc-holyday' }),
        { card: 'doc-holyday' },
        hit({ hit: true }),
      ),
      check(
        'Belle Star',
        seats(4, { character: 'vera-custer', copies: 'belle-star' }, { equipment: ['mustang'] }),
        {},
        { distance: 1 },
      ),
    ],
    nearly: [
      check('nobody', seats(4, { character: 'vera-custer' }), { to: 'C' }, { distance: 2, changes: [] }),
      {
        name: 'only she copies',
        path: 'distance-checks',
        request: { seats: seats(2, { character: 'rose-doolan', copies: 'paul-regret' }), from: 'A', to: 'B' },
        faults: ['/seats/0/copies copies-not-expected'],
      },
    ],
  },
  {
    row: 'Slab the Killer: two Missed! for BANG! cards only',
    matters: [
      attack('BANG!', seats(4, { character: 'slab-the-killer' }), {}, hit({ needs: { missed: 2 } })),
      attack(
        'a Ricochet is a BANG! card',
        seats(4, { character: 'slab-the-killer' }, { weapon: 'volcanic' }),
        { card: 'ricochet', targetCard: 'volcanic', events: ['ricochet'], answers: { B: { missed: 1 } } },
        hit({ needs: { missed: 2 }, played: { missed: 0 }, discarded: true }),
      ),
    ],
    nearly: [
      ...(['punch', 'knife', 'pepperbox', 'springfield', 'tomahawk', 'derringer', 'buffalo-rifle'] as const).map(
        (card) => attack(card, seats(4, { character: 'slab-the-killer' }), { card }, hit({ needs: { missed: 1 } })),
      ),
      round('gatling', seats(2, { character: 'slab-the-killer' }), { card: 'gatling' }, hit({ needs: { missed: 1 } })),
      round(
        'howitzer',
        seats(2, { character: 'slab-the-killer' }),
        { card: 'howitzer' },
        hit({ needs: { missed: 1 } }),
      ),
      attack(
        'against Slab, not by him',
        seats(4, null, { character: 'slab-the-killer' }),
        {},
        hit({ needs: { missed: 1 } }),
      ),
    ],
  },
  {
    row: 'Sean Mallory and the rest: no effect on distance; Elena Fuente answers with any card',
    matters: [
      attack(
        'any card is a Missed!',
        seats(4, null, { character: 'elena-fuente' }),
        { answers: { B: { anyCard: 3 } } },
        hit({ played: { missed: 0, anyCard: 1 }, hit: false }),
      ),
      attack(
        'her Missed! first',
        seats(4, { character: 'slab-the-killer' }, { character: 'elena-fuente' }),
        { answers: { B: { missed: 1, anyCard: 1 } } },
        hit({ played: { missed: 1, anyCard: 1 }, hit: false }),
      ),
    ],
    nearly: [
      attack('anybody else’s card is none', seats(4), { answers: { B: { anyCard: 3 } } }, hit({ hit: true })),
      round(
        'nor is one a BANG! against Indians!',
        seats(2, null, { character: 'elena-fuente' }),
        { card: 'indians', answers: { B: { anyCard: 3 } } },
        hit({ hit: true }),
      ),
      check(
        'Sean Mallory',
        seats(4, { character: 'sean-mallory' }, { character: 'sean-mallory' }),
        {},
        { distance: 1, changes: [] },
      ),
      check(
        'Pixie Pete',
        seats(4, { character: 'pixie-pete' }, { character: 'greg-digger' }),
        {},
        { distance: 1, changes: [] },
      ),
    ],
  },
  {
    row: 'BANG! limit: BANG! cards only, with the weapon of the moment',
    matters: [
      check('a second one', seats(4), { bangsPlayed: 1 }, illegal('bang-limit')),
      check('a Volcanic laid down after the first', seats(4, { weapon: 'volcanic' }), { bangsPlayed: 1 }, legal),
      check(
        'a Remington after two with the Volcanic',
        seats(4, { weapon: 'remington' }),
        { bangsPlayed: 2 },
        illegal('bang-limit'),
      ),
    ],
    nearly: [
      ...(['punch', 'pepperbox', 'tomahawk', 'duel'] as const).map((card) =>
        check(`${card} after a BANG!`, seats(4), { card, bangsPlayed: 1 }, legal),
      ),
      attack(
        'the one who answers a Duel is not limited',
        seats(4),
        { card: 'duel', bangsPlayed: 1, answers: { A: { bangs: 2 }, B: { bangs: 2 } } },
        { outcome: { duel: { loser: 'B' } } },
      ),
    ],
  },
  {
    row: 'green cards: reach, and not in the turn they are laid down',
    matters: [
      ...(['knife', 'derringer', 'pepperbox', 'buffalo-rifle'] as const).map((card) =>
        check(`${card}, laid down just now`, seats(4), { card, laidThisTurn: true }, illegal('laid-this-turn')),
      ),
      round(
        'howitzer, laid down just now',
        seats(3),
        { card: 'howitzer', laidThisTurn: true },
        { reasons: ['laid-this-turn'] },
      ),
      check(
        'Knife and Derringer reach 1',
        seats(4, { weapon: 'winchester' }),
        { to: 'C', card: 'knife' },
        {
          reach: 1,
          ...illegal('out-of-reach'),
        },
      ),
      check(
        'Pepperbox reaches as far as the weapon',
        seats(4, { weapon: 'schofield' }),
        { to: 'C', card: 'pepperbox' },
        {
          reach: 2,
          ...legal,
        },
      ),
      check('Buffalo Rifle any distance', seats(10), { to: 'F', card: 'buffalo-rifle' }, { reach: null, ...legal }),
      round(
        'Howitzer goes for all',
        seats(3),
        { card: 'howitzer' },
        { outcome: { hits: [{ player: 'B' }, { player: 'C' }] } },
      ),
    ],
    nearly: [
      check('laid down in an earlier turn', seats(4), { card: 'knife', laidThisTurn: false }, legal),
      {
        name: 'a Punch is never laid down',
        path: 'distance-checks',
        request: { seats: seats(2), from: 'A', to: 'B', card: 'punch', laidThisTurn: true },
        faults: ['/laidThisTurn laid-not-expected'],
      },
    ],
  },
  {
    row: 'Ambush: seat distance 1, changes still count, real steps shown',
    matters: [
      check(
        'across a table of ten',
        seats(10),
        { to: 'F', events: ['ambush'] },
        {
          seatDistance: 1,
          distance: 1,
          clockwise: 5,
          counterclockwise: 5,
          ...legal,
        },
      ),
      check(
        'a Mustang still counts',
        seats(6, null, null, null, { equipment: ['mustang'] }),
        { to: 'D', events: ['ambush'] },
        {
          seatDistance: 1,
          distance: 2,
          clockwise: 3,
          counterclockwise: 3,
          ...illegal('out-of-reach'),
        },
      ),
      check(
        'a Scope makes up for it',
        seats(6, { equipment: ['scope'] }, null, null, { equipment: ['mustang'] }),
        {
          to: 'D',
          events: ['ambush'],
        },
        { distance: 1, ...legal },
      ),
    ],
    nearly: [check('another event', seats(6), { to: 'D', events: ['thirst'] }, { seatDistance: 3, distance: 3 })],
  },
  {
    row: 'Lasso: cards in play have no effect',
    matters: [
      check(
        'no weapon, no Scope, no Mustang',
        seats(6, { weapon: 'winchester', equipment: ['scope'] }, { equipment: ['mustang'] }),
        {
          events: ['lasso'],
        },
        { distance: 1, reach: 1, reachBy: 'colt-45', changes: [], ...legal },
      ),
      attack(
        'no Barrel',
        seats(4, null, { equipment: ['barrel'] }),
        { events: ['lasso'] },
        hit({ draws: [], hit: true }),
      ),
      check(
        'no Volcanic',
        seats(4, { weapon: 'volcanic' }),
        { bangsPlayed: 1, events: ['lasso'] },
        illegal('bang-limit'),
      ),
      check('no green card', seats(4), { card: 'knife', events: ['lasso'] }, illegal('lasso')),
      round('not a Howitzer either', seats(3), { card: 'howitzer', events: ['lasso'] }, { reasons: ['lasso'] }),
    ],
    nearly: [
      check('characters do', seats(4, null, { character: 'paul-regret' }), { events: ['lasso'] }, { distance: 2 }),
      check('a Punch comes from the hand', seats(4), { card: 'punch', events: ['lasso'] }, legal),
      equip(
        'cards lie there all the same',
        seats(2, { equipment: ['barrel'] }),
        { card: 'barrel', events: ['lasso'] },
        {
          ...illegal('duplicate-card'),
        },
      ),
    ],
  },
  {
    row: 'Hangover: no abilities',
    matters: [
      check(
        'neither Rose Doolan nor Paul Regret',
        seats(4, { character: 'rose-doolan' }, { character: 'paul-regret' }),
        {
          events: ['hangover'],
        },
        { distance: 1, changes: [] },
      ),
      attack(
        'nor Jourdonnais',
        seats(4, null, { character: 'jourdonnais' }),
        { events: ['hangover'] },
        hit({ draws: [], hit: true }),
      ),
      attack(
        'nor Slab',
        seats(4, { character: 'slab-the-killer' }),
        { events: ['hangover'], answers: { B: { missed: 1 } } },
        hit({ needs: { missed: 1 }, hit: false }),
      ),
      check(
        'nor Willy',
        seats(4, { character: 'willy-the-kid' }),
        { bangsPlayed: 1, events: ['hangover'] },
        illegal('bang-limit'),
      ),
      attack(
        'nor Doc Holyday',
        seats(4, { character: 'doc-holyday' }),
        { card: 'doc-holyday', events: ['hangover'] },
        { reasons: ['no-ability'] },
      ),
      attack(
        'nor Apache Kid',
        seats(4, null, { character: 'apache-kid' }),
        { cardSuit: 'diamonds', events: ['hangover'] },
        hit({ hit: true }),
      ),
      check(
        'nor Belle Star',
        seats(4, { character: 'belle-star' }, { equipment: ['mustang'] }),
        { events: ['hangover'] },
        { distance: 2 },
      ),
      check(
        'nor what Vera Custer copies',
        seats(4, { character: 'vera-custer', copies: 'rose-doolan' }),
        {
          to: 'C',
          events: ['hangover'],
        },
        { distance: 2 },
      ),
      attack(
        'nor Calamity Janet',
        seats(4, null, { character: 'calamity-janet' }),
        { events: ['hangover'], answers: { B: { bangs: 1 } } },
        hit({ hit: true }),
      ),
    ],
    nearly: [
      check('cards do', seats(4, null, { equipment: ['mustang'] }), { events: ['hangover'] }, { distance: 2 }),
      check(
        'house rules do',
        seats(4, null, { distanceModifiers: [{ label: 'Fog', view: 'incoming', by: 2 }] }),
        {
          events: ['hangover'],
        },
        { distance: 3 },
      ),
    ],
  },
  {
    row: 'Sermon: no BANG! in one’s own turn',
    matters: [
      check('BANG!', seats(4), { events: ['sermon'] }, illegal('sermon')),
      attack('nor is it resolved', seats(4), { events: ['sermon'] }, { reasons: ['sermon'] }),
      check('also for Willy', seats(4, { character: 'willy-the-kid' }), { events: ['sermon'] }, illegal('sermon')),
      check('also with the Volcanic', seats(4, { weapon: 'volcanic' }), { events: ['sermon'] }, illegal('sermon')),
      check('also as Sniper', seats(4), { card: 'sniper', events: ['sermon', 'sniper'] }, illegal('sermon')),
      check('also as Ricochet', seats(4), { card: 'ricochet', events: ['sermon', 'ricochet'] }, illegal('sermon')),
      attack(
        'also as the answer in one’s own Duel',
        seats(4),
        { card: 'duel', events: ['sermon'], answers: { A: { bangs: 3 }, B: { bangs: 1 } } },
        {
          outcome: {
            duel: {
              played: [
                { player: 'B', bangs: 1 },
                { player: 'A', bangs: 0 },
              ],
              loser: 'A',
            },
          },
        },
      ),
      attack(
        'also with Calamity Janet’s Missed!',
        seats(4, { character: 'calamity-janet' }),
        { card: 'duel', events: ['sermon'], answers: { A: { missed: 3 }, B: { bangs: 1 } } },
        { outcome: { duel: { loser: 'A' } } },
      ),
    ],
    nearly: [
      check('in somebody else’s turn', seats(4), { events: ['sermon'], turnOf: 'B' }, legal),
      check('a Punch', seats(4), { card: 'punch', events: ['sermon'] }, legal),
      attack(
        'the one challenged may answer',
        seats(4),
        { card: 'duel', events: ['sermon'], answers: { B: { bangs: 1 } } },
        { outcome: { duel: { loser: 'A' } } },
      ),
      round(
        'Indians! are answered by the others',
        seats(2),
        { card: 'indians', events: ['sermon'], answers: { B: { bangs: 1 } } },
        hit({ hit: false }),
      ),
      attack(
        'Calamity Janet’s BANG! as Missed!, in her own turn',
        seats(4, null, { character: 'calamity-janet' }),
        { card: 'punch', events: ['sermon'], turnOf: 'B', answers: { B: { bangs: 1 } } },
        hit({ played: { missed: 0, bangs: 1 }, hit: false }),
      ),
    ],
  },
  {
    row: 'Ricochet: a BANG! at a card in play, any distance, not counted',
    matters: [
      attack(
        'five seats away, after the BANG! of this turn: the card goes, no life point does',
        seats(10, null, null, null, null, null, { equipment: ['barrel'] }),
        { target: 'F', card: 'ricochet', targetCard: 'barrel', bangsPlayed: 1, events: ['ricochet'] },
        hit({ player: 'F', draws: [], hit: false, life: { before: 4, after: 4 }, card: 'barrel', discarded: true }),
      ),
      attack(
        'a Missed! keeps it',
        seats(4, null, { equipment: ['appaloosa'] }),
        { card: 'ricochet', targetCard: 'appaloosa', events: ['ricochet'], answers: { B: { missed: 1 } } },
        hit({ played: { missed: 1 }, card: 'scope', discarded: false }),
      ),
      attack(
        'without the event',
        seats(4, null, { weapon: 'volcanic' }),
        { card: 'ricochet', targetCard: 'volcanic' },
        {
          reasons: ['no-event'],
        },
      ),
      {
        name: 'a card that does not lie there',
        path: 'attacks',
        request: {
          seats: seats(2, null, { weapon: 'volcanic' }),
          attacker: 'A',
          target: 'B',
          card: 'ricochet',
          targetCard: 'schofield',
          events: ['ricochet'],
        },
        faults: ['/targetCard card-not-there'],
      },
      {
        name: 'no card named',
        path: 'attacks',
        request: { seats: seats(2), attacker: 'A', target: 'B', card: 'ricochet', events: ['ricochet'] },
        faults: ['/targetCard missing'],
      },
    ],
    nearly: [
      attack(
        'a BANG! under the event is one at the player',
        seats(4),
        { events: ['ricochet'] },
        hit({ hit: true, life: { before: 4, after: 3 } }),
      ),
      {
        name: 'a BANG! is not aimed at a card',
        path: 'attacks',
        request: {
          seats: seats(2, null, { weapon: 'volcanic' }),
          attacker: 'A',
          target: 'B',
          card: 'bang',
          targetCard: 'volcanic',
        },
        faults: ['/targetCard target-card-not-expected'],
      },
    ],
  },
  {
    row: 'Lucky Duke: two cards at each draw',
    matters: [
      attack(
        'the second one saves',
        seats(4, null, { character: 'lucky-duke', equipment: ['barrel'] }),
        {},
        {
          draws: [
            ['B', 1],
            ['B', 20],
          ],
          ...hit({
            draws: [{ suit: 'hearts', rank: '2', saves: true, other: { suit: 'spades', rank: '2' } }],
            hit: false,
          }),
        },
      ),
      attack(
        'the first one saves, a second is drawn nevertheless',
        seats(4, null, { character: 'lucky-duke', equipment: ['barrel'] }),
        {},
        {
          draws: [
            ['B', 21],
            ['B', 1],
          ],
          ...hit({
            draws: [{ suit: 'hearts', rank: '2', saves: true, other: { suit: 'spades', rank: '2' } }],
            hit: false,
          }),
        },
      ),
      attack(
        'neither does: the first is told',
        seats(4, null, { character: 'lucky-duke', equipment: ['barrel'] }),
        {},
        {
          draws: [
            ['B', 1],
            ['B', 1],
          ],
          ...hit({
            draws: [{ suit: 'spades', rank: '2', saves: false, other: { suit: 'spades', rank: '3' } }],
            hit: true,
          }),
        },
      ),
    ],
    nearly: [
      attack('no Barrel, no draw', seats(4, null, { character: 'lucky-duke' }), {}, hit({ draws: [], hit: true })),
      attack(
        'under Hangover one card',
        seats(4, null, { character: 'lucky-duke', equipment: ['barrel'] }),
        { events: ['hangover'] },
        { draws: [['B', 1]], ...hit({ draws: [{ suit: 'spades', rank: '2', saves: false }], hit: true }) },
      ),
    ],
  },
  {
    row: 'Beer: keeps the last life point, not with two left',
    matters: [
      attack(
        'one Beer of two',
        seats(3, null, { life: 1 }),
        { answers: { B: { beers: 2 } } },
        hit({ hit: true, life: { before: 1, after: 1 }, eliminated: false, beers: 1 }),
      ),
      attack(
        'Tequila Joe gets two',
        seats(3, null, { life: 1, character: 'tequila-joe' }),
        { answers: { B: { beers: 1 } } },
        hit({ life: { before: 1, after: 2 }, eliminated: false, beers: 1 }),
      ),
      attack(
        'the challenger of a Duel too',
        seats(3, { life: 1 }),
        { card: 'duel', answers: { A: { beers: 1 }, B: { bangs: 1 } } },
        hit({ player: 'A', life: { before: 1, after: 1 }, eliminated: false, beers: 1 }),
      ),
      attack(
        'two left',
        seats(2, null, { life: 1 }),
        { answers: { B: { beers: 1 } } },
        hit({ life: { before: 1, after: 0 }, eliminated: true }),
      ),
      attack(
        'two left of three',
        seats(3, null, { life: 1 }, { active: false, life: 0 }),
        { answers: { B: { beers: 1 } } },
        hit({ eliminated: true }),
      ),
      round(
        'a Gatling leaves two before the last is asked',
        seats(3, null, { life: 1 }, { life: 1 }),
        { card: 'gatling', answers: { C: { beers: 1 } } },
        {
          outcome: {
            hits: [
              { player: 'B', eliminated: true },
              { player: 'C', eliminated: true },
            ],
          },
        },
      ),
      attack(
        'the Reverend forbids it',
        seats(3, null, { life: 1 }),
        { answers: { B: { beers: 1 } }, events: ['reverend'] },
        hit({ eliminated: true }),
      ),
    ],
    nearly: [
      attack(
        'with two life points none is drunk',
        seats(3, null, { life: 2 }),
        { answers: { B: { beers: 1 } } },
        hit({ life: { before: 2, after: 1 }, eliminated: false }),
      ),
      attack('no Beer', seats(3, null, { life: 1 }), { answers: { B: { beers: 0 } } }, hit({ eliminated: true })),
      round(
        'three left while the first of two is asked',
        seats(3, null, { life: 1 }, { life: 1 }),
        { card: 'gatling', answers: { B: { beers: 1 } } },
        {
          outcome: {
            hits: [
              { player: 'B', eliminated: false, beers: 1 },
              { player: 'C', eliminated: true },
            ],
          },
        },
      ),
    ],
  },
  {
    row: 'Shootout: two BANG! a turn',
    matters: [
      check('a second one', seats(4), { bangsPlayed: 1, events: ['shootout'] }, legal),
      check('no third', seats(4), { bangsPlayed: 2, events: ['shootout'] }, illegal('bang-limit')),
    ],
    nearly: [
      check(
        'the Volcanic still has no limit',
        seats(4, { weapon: 'volcanic' }),
        { bangsPlayed: 9, events: ['shootout'] },
        legal,
      ),
      check(
        'a limit sent prevails',
        seats(4),
        { bangsPlayed: 1, bangLimit: 1, events: ['shootout'] },
        illegal('bang-limit'),
      ),
    ],
  },
  {
    row: 'Sniper: two BANG! at one target in reach, two Missed!, not counted',
    matters: [
      attack(
        'one Missed! is not enough; the limit does not matter',
        seats(4),
        { card: 'sniper', events: ['sniper'], bangsPlayed: 1, answers: { B: { missed: 1 } } },
        hit({ needs: { missed: 2 }, played: { missed: 0 }, hit: true, life: { before: 4, after: 3 } }),
      ),
      attack(
        'a Barrel and a Missed! are two',
        seats(4, null, { equipment: ['barrel'] }),
        { card: 'sniper', events: ['sniper'], answers: { B: { missed: 1 } } },
        { draws: [['B', 21]], ...hit({ needs: { missed: 2 }, played: { missed: 1 }, hit: false }) },
      ),
      attack('too far', seats(4), { target: 'C', card: 'sniper', events: ['sniper'] }, { reasons: ['out-of-reach'] }),
      attack('without the event', seats(4), { card: 'sniper' }, { reasons: ['no-event'] }),
    ],
    nearly: [
      attack('a BANG! under the event takes one', seats(4), { events: ['sniper'] }, hit({ needs: { missed: 1 } })),
      attack(
        'Slab’s takes two, not four',
        seats(4, { character: 'slab-the-killer' }),
        { card: 'sniper', events: ['sniper'] },
        hit({ needs: { missed: 2 } }),
      ),
    ],
  },
  {
    row: 'Ghost Town, Dead Man: back in one’s own turn',
    matters: [
      check(
        'a ghost plays in his turn, and counts in it',
        seats(4, { active: false, life: 0 }),
        { events: ['ghost-town'] },
        {
          distance: 1,
          clockwise: 1,
          counterclockwise: 3,
          ...legal,
        },
      ),
      check(
        'a ghost counts as a seat in his turn',
        seats(4, null, { active: false, life: 0 }),
        {
          to: 'C',
          turnOf: 'B',
          events: ['ghost-town'],
        },
        { clockwise: 2, counterclockwise: 2, distance: 2 },
      ),
      attack(
        'a ghost loses no life point in his own Duel',
        seats(4, { active: false, life: 0 }),
        { card: 'duel', events: ['ghost-town'], answers: { B: { bangs: 1 } } },
        {
          outcome: {
            duel: { loser: 'A' },
            hits: [{ player: 'A', hit: false, life: { before: 0, after: 0 }, eliminated: false, ghost: true }],
          },
        },
      ),
      attack(
        'Dead Man comes back with two',
        seats(4, { active: false, life: 0 }),
        { card: 'duel', events: ['dead-man'], answers: { B: { bangs: 1 } } },
        hit({ player: 'A', hit: true, life: { before: 2, after: 1 }, eliminated: false }),
      ),
    ],
    nearly: [
      check(
        'not in somebody else’s turn',
        seats(4, null, { active: false, life: 0 }),
        { to: 'C', events: ['ghost-town'] },
        {
          clockwise: 1,
          counterclockwise: 2,
          distance: 1,
        },
      ),
      check(
        'nor as a target then',
        seats(4, null, { active: false, life: 0 }),
        { events: ['ghost-town'] },
        illegal('target-eliminated'),
      ),
      check('without the event', seats(4, { active: false, life: 0 }), {}, illegal('attacker-eliminated')),
      attack(
        'who was sent as active is no ghost',
        seats(4, { life: 2 }),
        { card: 'duel', events: ['ghost-town'], answers: { B: { bangs: 1 } } },
        hit({ player: 'A', hit: true, life: { before: 2, after: 1 } }),
      ),
    ],
  },
  {
    row: 'Blessing / Curse: all draws are hearts / spades',
    matters: [
      attack(
        'under Blessing a Barrel always helps',
        seats(4, null, { equipment: ['barrel'] }),
        { events: ['blessing'] },
        {
          draws: [['B', 1]],
          ...hit({ draws: [{ suit: 'hearts', rank: '2', saves: true, printed: 'spades' }], hit: false }),
        },
      ),
      attack(
        'under Curse never',
        seats(4, null, { equipment: ['barrel'] }),
        { events: ['curse'] },
        {
          draws: [['B', 21]],
          ...hit({ draws: [{ suit: 'spades', rank: '2', saves: false, printed: 'hearts' }], hit: true }),
        },
      ),
      attack(
        'no card is diamonds to Apache Kid',
        seats(4, null, { character: 'apache-kid' }),
        { cardSuit: 'diamonds', events: ['blessing'] },
        hit({ hit: true }),
      ),
      {
        name: 'both at once',
        path: 'distance-checks',
        request: { seats: seats(2), from: 'A', to: 'B', events: ['curse', 'blessing'] },
        faults: ['/events/1 contradicting-events'],
      },
    ],
    nearly: [
      attack(
        'hearts are hearts under Blessing',
        seats(4, null, { equipment: ['barrel'] }),
        { events: ['blessing'] },
        { draws: [['B', 21]], ...hit({ draws: [{ suit: 'hearts', rank: '2', saves: true }], hit: false }) },
      ),
      attack('no Barrel, no help', seats(4), { events: ['blessing'] }, hit({ draws: [], hit: true })),
    ],
  },
  {
    row: 'equipping: one weapon, no two of one name, Judge, Jail',
    matters: [
      equip(
        'a new weapon replaces the old',
        seats(2, { weapon: 'volcanic' }),
        { card: 'remington' },
        {
          replaces: 'volcanic',
          ...legal,
        },
      ),
      equip(
        'a second Barrel',
        seats(2, { equipment: ['barrel'] }),
        { card: 'barrel' },
        {
          replaces: null,
          ...illegal('duplicate-card'),
        },
      ),
      equip(
        'a second green card of one name',
        seats(2, { equipment: ['knife'] }),
        { card: 'knife' },
        illegal('duplicate-card'),
      ),
      equip(
        'a second Dynamite',
        seats(2, { equipment: ['dynamite'] }),
        { card: 'dynamite' },
        illegal('duplicate-card'),
      ),
      equip(
        'anything under Judge',
        seats(2, { weapon: 'volcanic' }),
        { card: 'remington', events: ['judge'] },
        {
          replaces: null,
          ...illegal('judge'),
        },
      ),
      equip(
        'the Sheriff to Jail',
        seats(3, null, { role: 'sheriff' }),
        { card: 'jail', target: 'B' },
        illegal('sheriff'),
      ),
      equip(
        'somebody in Jail',
        seats(3, null, { equipment: ['jail'] }),
        { card: 'jail', target: 'B' },
        illegal('duplicate-card'),
      ),
      equip('oneself', seats(3), { card: 'jail', target: 'A' }, illegal('self')),
      equip(
        'everything at once',
        seats(3, { active: false, equipment: ['barrel'] }),
        { card: 'barrel', events: ['judge'] },
        {
          ...illegal('player-eliminated', 'duplicate-card', 'judge'),
        },
      ),
      check('Jail under Judge', seats(3), { card: 'jail', events: ['judge'] }, illegal('judge')),
      {
        name: 'Jail needs somebody',
        path: 'equip-checks',
        request: { seats: seats(2), player: 'A', card: 'jail' },
        faults: ['/target missing'],
      },
    ],
    nearly: [
      equip('a first weapon replaces nothing', seats(2), { card: 'remington' }, { replaces: null, ...legal }),
      equip(
        'the Colt is no card',
        seats(2, { weapon: 'colt-45' }),
        { card: 'remington' },
        { replaces: null, ...legal },
      ),
      equip('a Barrel beside somebody else’s', seats(2, null, { equipment: ['barrel'] }), { card: 'barrel' }, legal),
      equip('somebody across the table to Jail', seats(10), { card: 'jail', target: 'F' }, { target: 'F', ...legal }),
      equip(
        'who has a Jail in front of him sends another there',
        seats(3, { equipment: ['jail'] }),
        { card: 'jail', target: 'B' },
        legal,
      ),
      check('a shot under Judge', seats(4), { events: ['judge'] }, legal),
      {
        name: 'a Barrel is one’s own',
        path: 'equip-checks',
        request: { seats: seats(2), player: 'A', card: 'barrel', target: 'B' },
        faults: ['/target target-not-expected'],
      },
    ],
  },
  {
    row: 'no official answer: policy, its defaults and its echo',
    matters: [
      check(
        'Ambush against Paul Regret: he counts',
        seats(6, null, null, null, { character: 'paul-regret' }),
        {
          to: 'D',
          events: ['ambush'],
        },
        { distance: 2, policy: { ambushCharacters: 'count' } },
      ),
      check(
        'or not',
        seats(6, null, null, null, { character: 'paul-regret' }),
        {
          to: 'D',
          events: ['ambush'],
          policy: { ambushCharacters: 'ignore' },
        },
        { distance: 1, changes: [], policy: { ambushCharacters: 'ignore' } },
      ),
      equip(
        'a second weapon of the same name replaces',
        seats(2, { weapon: 'volcanic' }),
        { card: 'volcanic' },
        {
          replaces: 'volcanic',
          ...legal,
          policy: { sameWeapon: 'replace' },
        },
      ),
      equip(
        'or is one too many',
        seats(2, { weapon: 'volcanic' }),
        { card: 'volcanic', policy: { sameWeapon: 'forbid' } },
        {
          replaces: null,
          ...illegal('duplicate-card'),
          policy: { sameWeapon: 'forbid' },
        },
      ),
      check(
        'Panic! on oneself is forbidden',
        seats(4),
        { to: 'A', card: 'panic' },
        {
          ...illegal('self'),
          policy: { panicOnSelf: 'forbid' },
        },
      ),
      check(
        'or not',
        seats(4),
        { to: 'A', card: 'panic', policy: { panicOnSelf: 'allow' } },
        {
          distance: null,
          ...legal,
          policy: { panicOnSelf: 'allow' },
        },
      ),
    ],
    nearly: [
      check(
        'what did not matter is echoed when sent',
        seats(4),
        { policy: { panicOnSelf: 'allow' } },
        {
          ...legal,
          policy: { panicOnSelf: 'allow' },
        },
      ),
      check(
        'Cat Balou on oneself',
        seats(4),
        { to: 'A', card: 'cat-balou', policy: { panicOnSelf: 'allow' } },
        { ...illegal('self'), policy: { panicOnSelf: 'allow' } },
      ),
      check(
        'Ambush and a Mustang need no policy',
        seats(6, null, null, null, { equipment: ['mustang'] }),
        {
          to: 'D',
          events: ['ambush'],
        },
        { distance: 2 },
      ),
    ],
  },
  {
    row: 'distances: the whole table, directed; turnOf',
    matters: [
      {
        name: 'a Scope and a Mustang among four',
        path: 'distances',
        request: { seats: seats(4, { weapon: 'schofield', equipment: ['scope'] }, null, { equipment: ['mustang'] }) },
        outcome: {
          players: ['A', 'B', 'C', 'D'],
          distances: [
            [null, 1, 2, 1],
            [1, null, 2, 2],
            [2, 1, null, 1],
            [1, 2, 2, null],
          ],
          seatDistances: [
            [null, 1, 2, 1],
            [1, null, 1, 2],
            [2, 1, null, 1],
            [1, 2, 1, null],
          ],
          weapons: [
            { player: 'A', weapon: 'schofield', reach: 2 },
            { player: 'B', weapon: 'colt-45', reach: 1 },
            { player: 'C', weapon: 'colt-45', reach: 1 },
            { player: 'D', weapon: 'colt-45', reach: 1 },
          ],
        },
      },
      {
        name: 'without turnOf Belle Star’s row alone is in her turn',
        path: 'distances',
        request: { seats: seats(3, { character: 'belle-star' }, { equipment: ['mustang'] }) },
        outcome: {
          distances: [
            [null, 1, 1],
            [1, null, 1],
            [1, 2, null],
          ],
        },
      },
      {
        name: 'with turnOf every row is',
        path: 'distances',
        request: { seats: seats(3, { character: 'belle-star' }, { equipment: ['mustang'] }), turnOf: 'A' },
        outcome: {
          distances: [
            [null, 1, 1],
            [1, null, 1],
            [1, 1, null],
          ],
        },
      },
    ],
    nearly: [
      {
        name: 'who is out sees nobody and is not seen',
        path: 'distances',
        request: { seats: seats(4, null, { active: false, life: 0 }) },
        outcome: {
          distances: [
            [null, null, 1, 1],
            [null, null, null, null],
            [1, null, null, 1],
            [1, null, 1, null],
          ],
          weapons: [{ player: 'A' }, { player: 'C' }, { player: 'D' }],
        },
      },
      {
        name: 'a turn that is nobody’s',
        path: 'distances',
        request: { seats: seats(2), turnOf: 'Z' },
        faults: ['/turnOf unknown-player'],
      },
    ],
  },
];
