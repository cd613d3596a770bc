/**
 * How an element is written: its length in bytes, and its bytes. A length is asked for once, before the element is
 * written.
 */
interface Element<T> {
  /** The type's OID, the same on every server (`pg_type.dat`). */
  readonly oid: number;
  size(value: T): number;
  write(into: Buffer, at: number, value: T): void;
}

const integer: Element<number> = {
  oid: 23,
  size: () => 4,
  write: (into, at, value) => void into.writeInt32BE(value, at),
};

const text: Element<string> = {
  oid: 25,
  size: (value) => Buffer.byteLength(value),
  write: (into, at, value) => void into.write(value, at),
};

const bytea: Element<Uint8Array> = {
  oid: 17,
  size: (value) => value.length,
  write: (into, at, value) => into.set(value, at),
};

const uuid: Element<string> = {
  oid: 2950,
  size: () => 16,
  write: (into, at, value) => void into.write(value.replaceAll('-', ''), at, 'hex'),
};

const ELEMENTS = { integer, text, bytea, uuid } as const;
export type ElementType = keyof typeof ELEMENTS;
export type ElementValue<Type extends ElementType> = Parameters<(typeof ELEMENTS)[Type]['write']>[2];

/** The number of dimensions, whether there are nulls, the elements' type; how many there are, and the first one's index. */
const HEAD_BYTES = 20;
const NULL_LENGTH = -1;

/**
 * An array with one dimension in Postgres' binary format (`array_send` in arrayfuncs.c), to be given as a parameter
 * `$n::<type>[]`: unlike the text that the driver makes of an array, nothing in it is quoted, escaped or parsed.
 *
 * @param values at least one; null and undefined are NULL
 */
export function binaryArray<Type extends ElementType>(
  type: Type,
  values: readonly (ElementValue<Type> | null | undefined)[],
): Buffer {
  const { oid, size, write } = ELEMENTS[type] as unknown as Element<ElementValue<Type>>;
  const sizes: number[] = [];
  let length = HEAD_BYTES;
  let nulls = 0;
  for (const value of values) {
    const bytes = value === null || value === undefined ? NULL_LENGTH : size(value);
    sizes.push(bytes);
    if (bytes === NULL_LENGTH) nulls = 1;
    else length += bytes;
    length += 4;
  }
  const array = Buffer.allocUnsafe(length);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(nulls, 4);
  array.writeInt32BE(oid, 8);
  array.writeInt32BE(values.length, 12);
  array.writeInt32BE(1, 16);
  let at = HEAD_BYTES;
  for (let i = 0; i < sizes.length; i += 1) {
    const bytes = sizes[i]!;
    array.writeInt32BE(bytes, at);
    at += 4;
    if (bytes === NULL_LENGTH) continue;
    write(array, at, values[i]!);
    at += bytes;
  }
  return array;
}
