import type { Fault } from '../ruleset.js';
import type { State } from './model.js';

/** Faults that any figure of any request can have; each function gives an empty list when there are none. */

/**
 * Ids that an earlier figure of the request has already.
 *
 * @param pointer where the figure with this index is
 */
export function duplicateIds(
  figures: readonly { readonly id: string }[],
  pointer: (index: number) => string,
): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [i, { id }] of figures.entries()) {
    if (id === undefined || figures.findIndex((figure) => figure.id === id) === i) continue;
    faults.push({ pointer: `${pointer(i)}/id`, code: 'duplicate-id', detail: 'Another figure has this id already.' });
  }
  return faults;
}

/** More life than when unhurt. */
export function lifeAboveMax(pointer: string, life: number, maxLife: number): readonly Fault[] {
  return life > maxLife
    ? [{ pointer: `${pointer}/life`, code: 'life-above-max', detail: `Life must not exceed maxLife, ${maxLife}.` }]
    : NONE;
}

/** No life left without being eliminated ("4. Erfolge vergleichen, Schaden und Lebenspunkte"). */
export function lifeZero(pointer: string, life: number, state: State | undefined): readonly Fault[] {
  if (life !== 0 || state === 'eliminated') return NONE;
  return [
    { pointer: `${pointer}/life`, code: 'life-zero', detail: 'A figure that is not eliminated has at least 1 life.' },
  ];
}

const NONE: readonly Fault[] = [];
