import type { Phrase } from '../ruleset.js';
import type { BangHit, Draw, DrawnCard, Duel, DuelHit, Hit, MissedHit } from './attack-outcome.js';
import { type AttackRequest, answerOf } from './attack-request.js';
import { bangsOf, missedOf } from './hands.js';
import { say } from './phrases.js';
import { mayPlayNoBang } from './reasons.js';
import { seatOf } from './seats.js';
import { inForce, type Table } from './table.js';
import { isWeaponCard } from './weapons.js';

const MISSED = say('card.missed');

/** What befalls one player attacked, up to the life point lost (README §7–11). */
export function explainHit(request: AttackRequest, table: Table, hit: Hit, duel: Duel | null): Phrase[] {
  if ('unaffected' in hit) return [say('hit.unaffected', { player: hit.player, card: say(`card.${request.card}`) })];
  if (!('needs' in hit)) return fight(request, table, hit, duel!);
  return 'bangs' in hit.needs ? raid(request, table, hit as BangHit) : shot(request, table, hit as MissedHit);
}

function shot(request: AttackRequest, table: Table, hit: MissedHit): Phrase[] {
  const { player, needs, draws, played, card } = hit;
  const { attacker } = request;
  const target = card && say(isWeaponCard(card) ? `weapon.${card}` : `equipment.${card}`);
  const said: Phrase[] = [];
  if (target !== undefined) said.push(say('ricochet.aim', { player, target }));
  said.push(needed(request, { player, n: needs.missed, missed: MISSED, attacker }));
  said.push(...draws.map((drawn) => explainDraw(table, player, drawn)));
  const stopped = draws.filter(({ saves }) => saves).length + cardsIn(played);
  if (stopped < needs.missed) {
    said.push(...kept(request, table, player));
    said.push(target === undefined ? struck(hit, 'hit.hit') : say('ricochet.discarded', { player, target }));
  } else {
    said.push(target === undefined ? saved(player, played) : say('ricochet.kept', { player, cards: named(played) }));
  }
  return said;
}

function needed(
  { card }: AttackRequest,
  values: { player: string; n: number; missed: Phrase; attacker: string },
): Phrase {
  const { attacker, ...rest } = values;
  if (card === 'sniper') return say('hit.needs-sniper', rest);
  const isSlab = rest.n > 1;
  if (card === 'ricochet') return isSlab ? say('ricochet.needs-slab', values) : say('ricochet.needs', rest);
  return isSlab ? say('hit.needs-slab', values) : say('hit.needs', rest);
}

function explainDraw(table: Table, player: string, draw: Draw): Phrase {
  const { other } = draw;
  const card =
    other === undefined
      ? drawn(table, draw)
      : say('drawn.two', { better: drawn(table, draw), other: drawn(table, other) });
  return draw.saves
    ? say('hit.draw-saves', { player, drawn: card, missed: MISSED })
    : say('hit.draw-fails', { player, drawn: card });
}

const FACES = ['J', 'Q', 'K', 'A'] as const;

/** A card as it is printed, and the suit that an event makes it. */
function drawn(table: Table, { suit, rank, printed = suit }: DrawnCard): Phrase {
  const face = FACES.find((name) => name === rank);
  const card = say('drawn', {
    suit: say(`suit.${printed}`),
    rank: face === undefined ? rank : say(`rank.${face}`),
  });
  if (printed === suit) return card;
  return say(inForce(table, 'blessing') ? 'drawn.blessing' : 'drawn.curse', { card });
}

type Played = MissedHit['played'];

const cardsIn = ({ missed, bangs = 0, anyCard = 0 }: Played): number => missed + bangs + anyCard;

function saved(player: string, played: Played): Phrase {
  if (cardsIn(played) === 0) return say('hit.saved-by-draw', { player });
  if (cardsIn(played) > played.missed) return say('hit.saved-by-cards', { player, cards: named(played) });
  return say('hit.saved-by-missed', { player, n: played.missed, missed: MISSED });
}

function named({ missed, bangs = 0, anyCard = 0 }: Played): Phrase[] {
  return [
    ...(missed > 0 ? [say('played.missed', { n: missed, missed: MISSED })] : []),
    ...(bangs > 0 ? [say('played.bangs', { n: bangs, missed: MISSED })] : []),
    ...(anyCard > 0 ? [say('played.any-card', { n: anyCard, missed: MISSED })] : []),
  ];
}

/** Why what a player offered was not played: too few, or cards that only Elena Fuente may play so. */
function kept(request: AttackRequest, table: Table, player: string): Phrase[] {
  const { anyCard = 0 } = answerOf(request, player);
  const usable = missedOf(request, table, seatOf(table.seats, player));
  return [
    ...(cardsIn(usable) > 0 ? [say('hit.too-few', { missed: MISSED })] : []),
    ...(anyCard > usable.anyCard ? [say('hit.any-card-ignored', { player, missed: MISSED })] : []),
  ];
}

/** The life point lost, a Beer not yet drunk; a ghost loses none. */
function struck(hit: Hit, phrase: 'hit.hit' | 'indians.hit'): Phrase {
  const { player, ghost } = hit;
  return ghost ? say('hit.ghost', { player }) : say(phrase, { player, ...lost(hit) });
}

const lost = ({ life: { before } }: Hit) => ({ before, after: before - 1 });

function raid(request: AttackRequest, table: Table, hit: BangHit): Phrase[] {
  const { player, played } = hit;
  if (played.bangs > 0) return [say('indians.answered', { player })];
  if (played.missed !== undefined) return [say('indians.answered-missed', { player, missed: MISSED })];
  return [...silenced(request, table, player), struck(hit, 'indians.hit')];
}

function fight(request: AttackRequest, table: Table, hit: DuelHit, { played, loser }: Duel): Phrase[] {
  const [challenged, challenger] = played.map(({ player, bangs, missed = 0 }) => ({
    player,
    bangs: bangs + missed,
    missed,
  })) as [DuelSide, DuelSide];
  const said: Phrase[] = [];
  const isOverAtOnce = challenged.bangs === 0;
  if (!isOverAtOnce) {
    const sides = { challenged: challenged.player, challenger: challenger.player };
    said.push(say('duel.played', { ...sides, a: challenged.bangs, b: challenger.bangs }));
  }
  for (const { player, missed } of [challenged, challenger]) {
    if (missed > 0) said.push(say('duel.missed', { player, n: missed, missed: MISSED }));
  }
  said.push(...silenced(request, table, loser));
  if (hit.ghost) return [...said, say('duel.over', { loser }), say('hit.ghost', { player: loser })];
  if (isOverAtOnce) return [...said, say('duel.none', { challenged: loser, ...lost(hit) })];
  return [...said, say('duel.lost', { loser, ...lost(hit) })];
}

interface DuelSide {
  readonly player: string;
  /** Everything played as BANG!. */
  readonly bangs: number;
  /** Of these, Calamity Janet's Missed!. */
  readonly missed: number;
}

/** That Sermon kept a player from answering who could have. */
function silenced(request: AttackRequest, table: Table, player: string): Phrase[] {
  const seat = seatOf(table.seats, player);
  const { bangs, missed } = bangsOf(request, table, seat);
  return bangs + missed > 0 && mayPlayNoBang(table, seat) ? [say('sermon.answer', { player })] : [];
}
