/** A second reading of the README of this ruleset: brute force, as a person at the table would go about it. */

/** Rolls one die and says what it shows, 1 to `sides`. */
export type Roll = (name: string, sides: number) => number;

interface Modifier {
  readonly label: string;
  readonly view: 'outgoing' | 'incoming';
  readonly by: number;
}

interface Seated {
  readonly player: string;
  readonly active?: boolean;
  readonly weapon?: string;
  readonly equipment?: readonly string[];
  readonly character?: string;
  readonly copies?: string;
  readonly role?: string;
  readonly life?: number;
  readonly distanceModifiers?: readonly Modifier[];
}

interface Policy {
  ambushCharacters?: 'count' | 'ignore';
  sameWeapon?: 'replace' | 'forbid';
  panicOnSelf?: 'allow' | 'forbid';
}

interface Gathering {
  readonly seats: readonly Seated[];
  readonly events?: readonly string[];
  readonly turnOf?: string;
  readonly policy?: Readonly<Policy>;
}

interface Played {
  readonly card?: string;
  readonly bangsPlayed?: number;
  readonly bangLimit?: number | null;
  readonly laidThisTurn?: boolean;
  readonly cardSuit?: string;
  readonly secondCardSuit?: string;
}

interface Hand {
  readonly missed?: number;
  readonly bangs?: number;
  readonly anyCard?: number;
  readonly beers?: number;
}

export interface TargetsRequest extends Gathering, Played {
  readonly from: string;
}

export interface CheckRequest extends TargetsRequest {
  readonly to: string;
}

export interface EquipRequest extends Gathering {
  readonly player: string;
  readonly card: string;
  readonly target?: string;
}

export interface AttackRequest extends Gathering, Played {
  readonly attacker: string;
  readonly card: string;
  readonly target?: string;
  readonly targetCard?: string;
  readonly answers?: Readonly<Record<string, Hand>>;
}

/** The table as it is ruled on: whose turn it is is known, and `rulings` notes which policies were told or needed. */
interface Table {
  readonly policySent: boolean;
  readonly seats: readonly Seated[];
  readonly events: readonly string[];
  readonly turnOf: string;
  readonly rulings: Policy;
}

interface Change {
  code: string;
  label?: string;
  of: string;
  by: number;
}

interface Check {
  card: string;
  from: string;
  to: string;
  distance: number | null;
  seatDistance: number | null;
  clockwise: number | null;
  counterclockwise: number | null;
  changes: Change[];
  reach: number | null;
  reachBy: string;
  legal: boolean;
  reasons: string[];
  unaffected?: string;
}

/** What a card is played with: by the weapon, as far as a number says, or at anybody. */
const REACH_OF_CARDS: Readonly<Record<string, number | 'weapon' | 'any'>> = {
  bang: 'weapon',
  gatling: 'any',
  indians: 'any',
  duel: 'any',
  panic: 1,
  'cat-balou': 'any',
  jail: 'any',
  punch: 1,
  knife: 1,
  derringer: 1,
  pepperbox: 'weapon',
  'buffalo-rifle': 'any',
  howitzer: 'any',
  springfield: 'any',
  tomahawk: 2,
  'doc-holyday': 'weapon',
  sniper: 'weapon',
  ricochet: 'any',
};

const REACH_OF_WEAPONS: Readonly<Record<string, number>> = {
  'colt-45': 1,
  volcanic: 1,
  schofield: 2,
  remington: 3,
  'rev-carabine': 4,
  winchester: 5,
};

const FOR_ALL_OTHERS = ['gatling', 'indians', 'howitzer'];
const GREEN = ['knife', 'derringer', 'pepperbox', 'buffalo-rifle', 'howitzer'];
const TWO_CARDS_AT_ONCE = ['doc-holyday', 'sniper'];
const BANG_CARDS_PLAYED = ['bang', 'sniper', 'ricochet'];

// ---- Who is at the table, and what has an effect ----

/** Sits down at the table: it is the turn of the one who plays, unless somebody else's was said. */
function sitDown({ seats, events = [], turnOf, policy }: Gathering, plays: string): Table {
  return { seats, events, turnOf: turnOf ?? plays, rulings: { ...policy }, policySent: policy !== undefined };
}

/** The rulings to be echoed; nothing when there are none and no policy, not even an empty one, was sent. */
function echo({ rulings, policySent }: Table): { policy?: Policy } {
  return policySent || Object.keys(rulings).length > 0 ? { policy: rulings } : {};
}

/** The seat of a player. */
function seatOf(table: Table, player: string): Seated {
  for (const seat of table.seats) if (seat.player === player) return seat;
  throw new Error(`Nobody is called ${player}.`);
}

/** Whether a player was eliminated and sits there for this turn only. */
function isGhost(table: Table, seat: Seated): boolean {
  return seat.active === false && table.turnOf === seat.player && table.events.includes('ghost-town');
}

/** Whether a player is in: never eliminated, or back for this turn or for good. */
function isIn(table: Table, seat: Seated): boolean {
  if (seat.active !== false || isGhost(table, seat)) return true;
  return table.turnOf === seat.player && table.events.includes('dead-man');
}

/** Whether a player has the ability of a character now. */
function can(table: Table, seat: Seated, character: string): boolean {
  if (table.events.includes('hangover')) return false;
  if (seat.character === 'vera-custer') return seat.copies === character;
  return seat.character === character;
}

/** Whether what lies in front of a player has an effect. */
function cardsWork(table: Table, seat: Seated): boolean {
  if (table.events.includes('lasso')) return false;
  if (seat.player === table.turnOf) return true;
  return !can(table, seatOf(table, table.turnOf), 'belle-star');
}

/** The usual name of a card that goes by another in some print. */
function usualName(card: string): string {
  if (card === 'appaloosa') return 'scope';
  return card === 'silver' ? 'binoculars' : card;
}

/** Whether a card lies in front of a player, in whatever print. */
function liesBefore(seat: Seated, card: string): boolean {
  for (const lying of seat.equipment ?? []) if (usualName(lying) === card) return true;
  return false;
}

/** What a player shoots with. */
function weaponOf(table: Table, seat: Seated): string {
  return cardsWork(table, seat) ? (seat.weapon ?? 'colt-45') : 'colt-45';
}

// ---- Distance ----

/** Counts seat by seat, `step` at a time, from one player to another; who is not in is passed over. */
function walk(table: Table, from: string, to: string, step: 1 | -1): number {
  const around = table.seats.length;
  let at = table.seats.indexOf(seatOf(table, from));
  let counted = 0;
  do {
    at = (at + step + around) % around;
    if (isIn(table, table.seats[at]!)) counted += 1;
  } while (table.seats[at]!.player !== to);
  return counted;
}

/** Whether a character that changes the distance still does; under Ambush the table decides. */
function changesDistance(table: Table, seat: Seated, character: string): boolean {
  if (!can(table, seat, character)) return false;
  if (!table.events.includes('ambush')) return true;
  table.rulings.ambushCharacters ??= 'count';
  return table.rulings.ambushCharacters === 'count';
}

/** What one side adds to the distance: two cards, a character, house rules. */
function changesBy(table: Table, seat: Seated, view: 'outgoing' | 'incoming'): Change[] {
  const by = view === 'outgoing' ? -1 : 1;
  const cards = view === 'outgoing' ? ['scope', 'binoculars'] : ['mustang', 'hideout'];
  const character = view === 'outgoing' ? 'rose-doolan' : 'paul-regret';
  const changes: Change[] = [];
  for (const code of cards) {
    if (cardsWork(table, seat) && liesBefore(seat, code)) changes.push({ code, of: seat.player, by });
  }
  if (changesDistance(table, seat, character)) changes.push({ code: character, of: seat.player, by });
  for (const rule of seat.distanceModifiers ?? []) {
    if (rule.view === view) changes.push({ code: 'modifier', label: rule.label, of: seat.player, by: rule.by });
  }
  return changes;
}

type Measured = Pick<Check, 'distance' | 'seatDistance' | 'clockwise' | 'counterclockwise' | 'changes'>;

/** Measures how far one player is from another. */
function measure(table: Table, from: Seated, to: Seated): Measured {
  if (from === to || !isIn(table, from) || !isIn(table, to)) {
    return { distance: null, seatDistance: null, clockwise: null, counterclockwise: null, changes: [] };
  }
  const clockwise = walk(table, from.player, to.player, 1);
  const counterclockwise = walk(table, from.player, to.player, -1);
  let seatDistance = Math.min(clockwise, counterclockwise);
  if (table.events.includes('ambush')) seatDistance = 1;
  const changes = [...changesBy(table, from, 'outgoing'), ...changesBy(table, to, 'incoming')];
  let distance = seatDistance;
  for (const { by } of changes) distance += by;
  if (distance < 1) distance = 1;
  return { distance, seatDistance, clockwise, counterclockwise, changes };
}

// ---- May the card be played? ----

/** How far a card goes, and by what. */
function reachOf(table: Table, from: Seated, card: string): { reach: number | null; reachBy: string } {
  const reach = REACH_OF_CARDS[card]!;
  if (reach === 'any') return { reach: null, reachBy: 'card' };
  if (reach !== 'weapon') return { reach, reachBy: 'card' };
  const weapon = weaponOf(table, from);
  return { reach: REACH_OF_WEAPONS[weapon]!, reachBy: weapon };
}

/** How many BANG! a player may play in a turn; null: any number. */
function bangLimit(table: Table, from: Seated, sent: number | null | undefined): number | null {
  if (sent !== undefined) return sent;
  if (weaponOf(table, from) === 'volcanic' || can(table, from, 'willy-the-kid')) return null;
  return table.events.includes('shootout') ? 2 : 1;
}

/** Whether playing a card on oneself is forbidden; for Panic! the table decides. */
function selfForbidden(table: Table, card: string): boolean {
  if (card !== 'panic') return true;
  table.rulings.panicOnSelf ??= 'forbid';
  return table.rulings.panicOnSelf === 'forbid';
}

/** What stands against it for whom the card is played at. */
function reasonsAboutTarget(table: Table, from: Seated, to: Seated, card: string): string[] {
  const reasons: string[] = [];
  if (!isIn(table, to)) reasons.push('target-eliminated');
  if (from === to && selfForbidden(table, card)) reasons.push('self');
  if (card === 'jail' && to.role === 'sheriff') reasons.push('sheriff');
  if (card === 'jail' && liesBefore(to, 'jail')) reasons.push('duplicate-card');
  return reasons;
}

/** What stands against the card itself, wherever it is aimed. */
function reasonsAboutCard(table: Table, from: Seated, card: string, played: Played): string[] {
  const reasons: string[] = [];
  if (card === 'doc-holyday' && !can(table, from, 'doc-holyday')) reasons.push('no-ability');
  if ((card === 'sniper' || card === 'ricochet') && !table.events.includes(card)) reasons.push('no-event');
  if (GREEN.includes(card) && played.laidThisTurn === true) reasons.push('laid-this-turn');
  if (GREEN.includes(card) && table.events.includes('lasso')) reasons.push('lasso');
  if (card === 'jail' && table.events.includes('judge')) reasons.push('judge');
  return reasons;
}

/** What stands against one more BANG!. */
function reasonsAboutBangs(table: Table, from: Seated, card: string, played: Played): string[] {
  const reasons: string[] = [];
  if (card === 'bang') {
    const limit = bangLimit(table, from, played.bangLimit);
    if (limit !== null && (played.bangsPlayed ?? 0) >= limit) reasons.push('bang-limit');
  }
  if (BANG_CARDS_PLAYED.includes(card) && mayPlayNoBang(table, from)) reasons.push('sermon');
  return reasons;
}

/** Whether the Sermon keeps a player from BANG! now. */
function mayPlayNoBang(table: Table, seat: Seated): boolean {
  return table.events.includes('sermon') && table.turnOf === seat.player;
}

/** Whether a card, played by somebody else, leaves Apache Kid cold. */
function leavesCold(table: Table, from: Seated, to: Seated, card: string, played: Played): boolean {
  if (from === to || !can(table, to, 'apache-kid')) return false;
  if (table.events.includes('blessing') || table.events.includes('curse')) return false;
  if (played.cardSuit !== 'diamonds') return false;
  return !TWO_CARDS_AT_ONCE.includes(card) || played.secondCardSuit === 'diamonds';
}

/** The whole check of one card, played by one player against another. */
function check(table: Table, from: Seated, to: Seated, played: Played): Check {
  const card = played.card ?? 'bang';
  const measured = measure(table, from, to);
  const { reach, reachBy } = reachOf(table, from, card);
  const reasons: string[] = [];
  if (!isIn(table, from)) reasons.push('attacker-eliminated');
  reasons.push(...reasonsAboutTarget(table, from, to, card));
  reasons.push(...reasonsAboutCard(table, from, card, played));
  if (measured.distance !== null && reach !== null && measured.distance > reach) reasons.push('out-of-reach');
  reasons.push(...reasonsAboutBangs(table, from, card, played));
  const legal = reasons.length === 0;
  const result: Check = { card, from: from.player, to: to.player, ...measured, reach, reachBy, legal, reasons };
  if (legal && leavesCold(table, from, to, card, played)) result.unaffected = 'apache-kid';
  return result;
}

/** Everybody else who is in, clockwise from a player's left. */
function othersOf(table: Table, from: Seated): Seated[] {
  const others: Seated[] = [];
  const around = table.seats.length;
  const start = table.seats.indexOf(from);
  for (let step = 1; step < around; step += 1) {
    const seat = table.seats[(start + step) % around]!;
    if (isIn(table, seat)) others.push(seat);
  }
  return others;
}

/** The outcome of a distance check. */
export function checkByHand(request: CheckRequest): object {
  const table = sitDown(request, request.from);
  const checked = check(table, seatOf(table, request.from), seatOf(table, request.to), request);
  return { ...checked, ...echo(table) };
}

/** The outcome of a check against everybody else. */
export function targetsByHand(request: TargetsRequest): object {
  const table = sitDown(request, request.from);
  const from = seatOf(table, request.from);
  const card = request.card ?? 'bang';
  const affects = FOR_ALL_OTHERS.includes(card) ? 'all-others' : 'one';
  const targets: Check[] = [];
  for (const to of othersOf(table, from)) targets.push(check(table, from, to, request));
  return { card, from: request.from, affects, targets, ...echo(table) };
}

/** The outcome for the whole table, each row as the player of the row sees it. */
export function distancesByHand(request: Gathering): object {
  const players: string[] = [];
  const distances: (number | null)[][] = [];
  const seatDistances: (number | null)[][] = [];
  const weapons: object[] = [];
  let policy: Policy = { ...request.policy };
  for (const from of request.seats) {
    const table = sitDown(request, from.player);
    const row = request.seats.map((to) => measure(table, from, to));
    players.push(from.player);
    distances.push(row.map(({ distance }) => distance));
    seatDistances.push(row.map(({ seatDistance }) => seatDistance));
    const weapon = weaponOf(table, from);
    if (isIn(table, from)) weapons.push({ player: from.player, weapon, reach: REACH_OF_WEAPONS[weapon] });
    policy = { ...policy, ...table.rulings };
  }
  return {
    players,
    distances,
    seatDistances,
    weapons,
    ...((request.policy || Object.keys(policy).length > 0) && { policy }),
  };
}

// ---- Laying down ----

/** Whether the table forbids a weapon of the same name. */
function sameWeaponForbidden(table: Table): boolean {
  table.rulings.sameWeapon ??= 'replace';
  return table.rulings.sameWeapon === 'forbid';
}

/** The outcome of laying a card down. */
export function equipByHand(request: EquipRequest): object {
  const table = sitDown(request, request.player);
  const player = seatOf(table, request.player);
  const card = usualName(request.card);
  const isWeapon = REACH_OF_WEAPONS[card] !== undefined;
  const reasons: string[] = [];
  if (!isIn(table, player)) reasons.push('player-eliminated');
  if (card === 'jail') reasons.push(...reasonsAboutTarget(table, player, seatOf(table, request.target!), card));
  else if (isWeapon && player.weapon === card && sameWeaponForbidden(table)) reasons.push('duplicate-card');
  else if (liesBefore(player, card)) reasons.push('duplicate-card');
  if (table.events.includes('judge')) reasons.push('judge');
  const legal = reasons.length === 0;
  const old = player.weapon === 'colt-45' ? undefined : player.weapon;
  return {
    card,
    player: request.player,
    ...(card === 'jail' && { target: request.target }),
    replaces: legal && isWeapon && old !== undefined ? old : null,
    legal,
    reasons,
    ...echo(table),
  };
}

// ---- Attacks ----

interface Face {
  suit: string;
  rank: string;
  printed?: string;
}

interface Draw extends Face {
  saves: boolean;
  other?: Face;
}

interface Loss {
  hit: boolean;
  life: { before: number; after: number };
  eliminated: boolean;
  beers?: number;
  ghost?: boolean;
}

/** An attack under way: the cards of the pile that are left, and who was eliminated meanwhile. */
interface Fight {
  readonly table: Table;
  readonly attacker: Seated;
  readonly request: AttackRequest;
  readonly roll: Roll;
  readonly pile: Face[];
  readonly eliminated: string[];
}

/** Sorts the 80 cards into a pile, suit by suit. */
function layOutPile(): Face[] {
  const pile: Face[] = [];
  const ranks = ['2', '3', '4', '5', '6', '7', '8', '8', '9', '9', '10', '10', 'J', 'J', 'Q', 'Q', 'K', 'K', 'A', 'A'];
  for (const suit of ['spades', 'hearts', 'diamonds', 'clubs']) for (const rank of ranks) pile.push({ suit, rank });
  return pile;
}

/** Turns over one card; it counts as what Blessing or Curse makes of it. */
function turnOver({ table, roll, pile }: Fight, player: string): Face {
  const value = roll(`${player} barrel`, pile.length);
  const { suit, rank } = pile.splice(value - 1, 1)[0]!;
  let counts = suit;
  if (table.events.includes('blessing')) counts = 'hearts';
  if (table.events.includes('curse')) counts = 'spades';
  return counts === suit ? { suit, rank } : { suit: counts, rank, printed: suit };
}

/** One draw: a card, of which hearts save; Lucky Duke takes the better of two. */
function drawOnce(fight: Fight, seat: Seated): Draw {
  const first = turnOver(fight, seat.player);
  if (!can(fight.table, seat, 'lucky-duke')) return { ...first, saves: first.suit === 'hearts' };
  const second = turnOver(fight, seat.player);
  if (first.suit !== 'hearts' && second.suit === 'hearts') return { ...second, saves: true, other: first };
  return { ...first, saves: first.suit === 'hearts', other: second };
}

/** How many Missed! it takes against this card. */
function missedNeeded({ table, attacker, request: { card } }: Fight): number {
  if (card === 'sniper') return 2;
  if (card !== 'bang' && card !== 'ricochet') return 1;
  return can(table, attacker, 'slab-the-killer') ? 2 : 1;
}

/** What a player said to be willing to play. */
function handOf({ request }: Fight, seat: Seated): Hand {
  for (const [player, hand] of Object.entries(request.answers ?? {})) if (player === seat.player) return hand;
  return {};
}

/** Lays cards, one by one, each from the first heap that has some; null when they do not suffice: none is spent. */
function layCards(needed: number, heaps: readonly (readonly [string, number])[]): Map<string, number> | null {
  const laid = new Map<string, number>();
  for (let still = needed; still > 0; still -= 1) {
    const heap = heaps.find(([kind, held]) => (laid.get(kind) ?? 0) < held);
    if (heap === undefined) return null;
    laid.set(heap[0], (laid.get(heap[0]) ?? 0) + 1);
  }
  return laid;
}

/** What a player may play as Missed!, in the order in which it goes. */
function missedHeaps(fight: Fight, seat: Seated): [string, number][] {
  const { missed = 0, bangs = 0, anyCard = 0 } = handOf(fight, seat);
  const heaps: [string, number][] = [['missed', missed]];
  if (can(fight.table, seat, 'calamity-janet')) heaps.push(['bangs', bangs]);
  if (can(fight.table, seat, 'elena-fuente')) heaps.push(['anyCard', anyCard]);
  return heaps;
}

/** What a player may play as BANG!, in the order in which it goes. */
function bangHeaps(fight: Fight, seat: Seated): [string, number][] {
  const { missed = 0, bangs = 0 } = handOf(fight, seat);
  if (mayPlayNoBang(fight.table, seat)) return [];
  const heaps: [string, number][] = [['bangs', bangs]];
  if (can(fight.table, seat, 'calamity-janet')) heaps.push(['missed', missed]);
  return heaps;
}

/** The life points a player has before anything happens; a dead man who came back has 2. */
function lifeBefore(table: Table, seat: Seated): number {
  const isBack = seat.active === false && isIn(table, seat) && !isGhost(table, seat);
  return isBack && seat.life === 0 ? 2 : seat.life!;
}

/** Whether a Beer helps somebody now. */
function beerHelps({ table, eliminated }: Fight): boolean {
  if (table.events.includes('reverend')) return false;
  let left = 0;
  for (const seat of table.seats) if (isIn(table, seat) && !eliminated.includes(seat.player)) left += 1;
  return left > 2;
}

/** What happens to the life points of somebody who was saved, or not. */
function takeLife(fight: Fight, seat: Seated, saved: boolean): Loss {
  const { table, eliminated } = fight;
  const before = lifeBefore(table, seat);
  if (isGhost(table, seat)) return { hit: false, life: { before, after: before }, eliminated: false, ghost: true };
  if (saved) return { hit: false, life: { before, after: before }, eliminated: false };
  if (before > 1) return { hit: true, life: { before, after: before - 1 }, eliminated: false };
  if ((handOf(fight, seat).beers ?? 0) > 0 && beerHelps(fight)) {
    const after = can(table, seat, 'tequila-joe') ? 2 : 1;
    return { hit: true, life: { before, after }, eliminated: false, beers: 1 };
  }
  eliminated.push(seat.player);
  return { hit: true, life: { before, after: 0 }, eliminated: true };
}

/** Somebody is shot at: draws first, then Missed!. */
function shoot(fight: Fight, seat: Seated): object {
  const { table, request } = fight;
  const atCard = request.card === 'ricochet';
  const needed = missedNeeded(fight);
  let still = needed;
  const draws: Draw[] = [];
  const chances: boolean[] = [cardsWork(table, seat) && liesBefore(seat, 'barrel'), can(table, seat, 'jourdonnais')];
  for (const chance of atCard ? [] : chances) {
    if (!chance || still === 0) continue;
    const draw = drawOnce(fight, seat);
    draws.push(draw);
    if (draw.saves) still -= 1;
  }
  const laid = layCards(still, missedHeaps(fight, seat));
  const played = { missed: 0, ...Object.fromEntries(laid ?? []) };
  const loss = takeLife(fight, seat, atCard || laid !== null);
  const aimed = atCard && { card: usualName(request.targetCard!), discarded: laid === null };
  return { player: seat.player, needs: { missed: needed }, draws, played, ...loss, ...aimed };
}

/** Indians attack somebody: one BANG! or a life point. */
function raid(fight: Fight, seat: Seated): object {
  const laid = layCards(1, bangHeaps(fight, seat));
  const played = { bangs: 0, ...Object.fromEntries(laid ?? []) };
  return { player: seat.player, needs: { bangs: 1 }, draws: [], played, ...takeLife(fight, seat, laid !== null) };
}

/** Two players fight it out, a BANG! each by turns. */
function fightDuel(fight: Fight, challenged: Seated): { hits: object[]; duel: object } {
  const sides = [challenged, fight.attacker].map((seat) => ({
    seat,
    heaps: bangHeaps(fight, seat),
    laid: { player: seat.player, bangs: 0 } as { player: string; bangs: number; missed?: number },
  }));
  for (let turn = 0; ; turn = 1 - turn) {
    const { seat, heaps, laid } = sides[turn]!;
    const heap = heaps.find(([, held]) => held > 0);
    if (heap === undefined) {
      const hits = [{ player: seat.player, ...takeLife(fight, seat, false) }];
      return { hits, duel: { played: sides.map((side) => side.laid), loser: seat.player } };
    }
    heap[1] -= 1;
    if (heap[0] === 'bangs') laid.bangs += 1;
    else laid.missed = (laid.missed ?? 0) + 1;
  }
}

/** One player of those attacked: not affected, raided or shot at. */
function attackOne(fight: Fight, seat: Seated): object {
  const { table, attacker, request } = fight;
  if (leavesCold(table, attacker, seat, request.card, request)) {
    return { player: seat.player, unaffected: 'apache-kid', ...takeLife(fight, seat, true) };
  }
  return request.card === 'indians' ? raid(fight, seat) : shoot(fight, seat);
}

/** The codes of the reasons that an attack is refused for, or its outcome. */
export function attackByHand(request: AttackRequest, roll: Roll): { reasons: string[] } | { outcome: object } {
  const table = sitDown(request, request.attacker);
  const attacker = seatOf(table, request.attacker);
  const fight: Fight = { table, attacker, request, roll, pile: layOutPile(), eliminated: [] };
  const told = { card: request.card, attacker: request.attacker };
  if (FOR_ALL_OTHERS.includes(request.card)) {
    const reasons = isIn(table, attacker) ? [] : ['attacker-eliminated'];
    reasons.push(...reasonsAboutCard(table, attacker, request.card, request));
    if (reasons.length > 0) return { reasons };
    const hits: object[] = [];
    for (const seat of othersOf(table, attacker)) hits.push(attackOne(fight, seat));
    return { outcome: { ...told, check: null, hits, duel: null, ...echo(table) } };
  }
  const target = seatOf(table, request.target!);
  const checked = check(table, attacker, target, request);
  if (!checked.legal) return { reasons: checked.reasons };
  if (request.card === 'duel' && checked.unaffected === undefined) {
    return { outcome: { ...told, check: checked, ...fightDuel(fight, target), ...echo(table) } };
  }
  return { outcome: { ...told, check: checked, hits: [attackOne(fight, target)], duel: null, ...echo(table) } };
}
