import type { Phrase } from '../ruleset.js';
import { lifeOf } from './fate.js';
import { say } from './phrases.js';
import { cardsStoppedBy, characterOf, comesBack, inForce, type Table } from './table.js';

/**
 * What holds at the table and bears on the players at `seats`: who is back in the game, who plays as whom, what keeps
 * characters and cards from having an effect (README §10, §11).
 */
export function explainTable(table: Table, seats: readonly number[]): Phrase[] {
  const said: Phrase[] = [];
  const hungover = inForce(table, 'hangover');
  const players = seats.map((seat) => ({ seat, ...table.seats[seat]! }));
  for (const { seat, player } of players) {
    const back = comesBack(table, seat);
    if (back === 'ghost') said.push(say('table.ghost', { player }));
    if (back === 'for-good') said.push(say('table.for-good', { player, life: lifeOf(table, seat) }));
  }
  for (const { player, copies } of players) {
    if (copies !== undefined && !hungover) {
      said.push(say('table.copies', { player, character: say(`character.${copies}`) }));
    }
  }
  if (hungover && players.some((seat) => characterOf(seat) !== undefined)) said.push(say('table.hangover'));
  const stopped = new Set(
    players.flatMap(({ seat, weapon, equipment = [] }) =>
      weapon !== undefined || equipment.length > 0 ? [cardsStoppedBy(table, seat)] : [],
    ),
  );
  if (stopped.has('lasso')) said.push(say('table.lasso'));
  if (stopped.has('belle-star')) said.push(say('table.belle-star', { player: table.seats[table.turn]!.player }));
  return said;
}
