import type { Fault } from '../ruleset.js';
import type { State } from './model.js';

/** Faults that any figure of any request can have; each function gives an empty list when there are none. */

/** Ids that were used before in the same request, each with the pointer of the object that has it. */
export function duplicateIds(figures: readonly { readonly pointer: string; readonly id: string }[]): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const { pointer, id } of figures) {
    if (seen.has(id)) {
      faults.push({ pointer: `${pointer}/id`, code: 'duplicate-id', detail: 'Another figure has this id already.' });
    }
    seen.add(id);
  }
  return faults;
}

/** More life than when unhurt. */
export function lifeAboveMax(pointer: string, life: number, maxLife: number): Fault[] {
  if (life <= maxLife) return [];
  return [{ pointer: `${pointer}/life`, code: 'life-above-max', detail: `Life must not exceed maxLife, ${maxLife}.` }];
}

/** No life left without being eliminated ("4. Erfolge vergleichen, Schaden und Lebenspunkte"). */
export function lifeZero(pointer: string, life: number, state: State | undefined): Fault[] {
  if (life > 0 || state === 'eliminated') return [];
  return [
    { pointer: `${pointer}/life`, code: 'life-zero', detail: 'A figure that is not eliminated has at least 1 life.' },
  ];
}
