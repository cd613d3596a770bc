import { SingleBar } from 'cli-progress';

export interface Bar {
  readonly update: (done: number, whole: number | undefined) => void;
  /** Something is printed where the bar stands. */
  readonly pausedFor: (print: () => void) => void;
  readonly stop: () => void;
}

/**
 * A bar on a terminal; nothing anywhere else.
 *
 * @param unit of what is counted, as it is told
 * @param per so many of what is counted make one of it
 */
export function progressBar(unit: string, per = 1): Bar {
  if (!process.stderr.isTTY) return { update: () => undefined, pausedFor: (print) => print(), stop: () => undefined };
  let bar: SingleBar | undefined;
  return {
    update: (done, whole) => {
      const amount = Math.round(done / per);
      if (bar === undefined) {
        bar = new SingleBar({
          stream: process.stderr,
          format:
            whole === undefined ? `{amount} ${unit}` : `{bar} {percentage} % | {amount} ${unit} | {eta_formatted} left`,
          clearOnComplete: true,
          hideCursor: true,
        });
        bar.start(whole ?? 1, 0, { amount });
      }
      bar.update(Math.min(done, whole ?? 0), { amount });
    },
    pausedFor: (print) => {
      if (bar !== undefined) process.stderr.write('\r\u001b[K');
      print();
    },
    stop: () => bar?.stop(),
  };
}
