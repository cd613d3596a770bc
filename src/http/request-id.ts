import { randomFillSync } from 'node:crypto';
import { V7Generator } from 'uuidv7';

/** Random numbers are fetched so many at a time: the library's own eight cost more than the rest of an id. */
const random = new Uint32Array(1024);
let used = random.length;

const generator = new V7Generator({
  nextUint32() {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    used += 1;
    return random[used - 1]!;
  },
});

/** A fresh id of a request: a UUIDv7. */
export const requestId = (): string => generator.generate().toString();
