import { bytesToHex } from '@noble/hashes/utils.js';
import type { Hash } from './hash.js';
import type { RememberedDice, Roll } from './roll.js';

/** Everything the dice of one ruling follow from. */
export interface DiceSeed {
  /** The published link of the seed chain: 32 bytes. */
  readonly seed: Uint8Array;
  /** The campaign's id, in lower case. */
  readonly campaign: string;
  /** The ruling's own number in the record. */
  readonly seq: number;
  /** Table entropy t at that point: 32 bytes. */
  readonly table: Uint8Array;
}

/**
 * The byte stream of one ruling: HMAC-SHA256 blocks 0, 1, 2 … one after the other (docs/verify.md §4).
 *
 * @returns a function that gives the next byte
 */
export function diceBytes(hash: Hash, { seed, campaign, seq, table }: DiceSeed): () => number {
  const message = `treffer/dice/1\n${campaign}\n${seq}\n${bytesToHex(table)}\n`;
  let counter = 0;
  let block = new Uint8Array(0);
  let used = 0;
  return () => {
    if (used === block.length) {
      block = hash.hmacSha256(seed, message + counter) as Uint8Array<ArrayBuffer>;
      counter += 1;
      used = 0;
    }
    const byte = block[used]!;
    used += 1;
    return byte;
  };
}

/**
 * Dice that follow from a seed, a campaign, a position and the table's entropy, and from nothing else
 * (docs/verify.md §4). Bytes above the largest multiple of `sides` are thrown away, so no face is favoured.
 */
export function seededDice(hash: Hash, from: DiceSeed): RememberedDice {
  const nextByte = diceBytes(hash, from);
  const rolls: Roll[] = [];
  return {
    rolls,
    roll(name, sides, count) {
      if (!(sides >= 2 && sides <= 256)) throw new RangeError(`a die has 2 to 256 sides, not ${sides}`);
      const limit = 256 - (256 % sides);
      const values: number[] = [];
      while (values.length < count) {
        const byte = nextByte();
        if (byte < limit) values.push(1 + (byte % sides));
      }
      rolls.push({ for: name, sides, values });
      return values;
    },
  };
}
