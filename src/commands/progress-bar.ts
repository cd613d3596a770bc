import { SingleBar } from 'cli-progress';

export interface Bar {
  readonly update: (done: number, whole: number | undefined) => void;
  /** Something is printed where the bar stands. */
  readonly pausedFor: (print: () => void) => void;
  readonly stop: () => void;
}

/** A bar on a terminal; nothing anywhere else. */
export function progressBar(): Bar {
  if (!process.stderr.isTTY) return { update: () => undefined, pausedFor: (print) => print(), stop: () => undefined };
  const bar = new SingleBar({
    stream: process.stderr,
    format: '{bar} {percentage} % | {megabytes} MB | {eta_formatted} left',
    clearOnComplete: true,
    hideCursor: true,
  });
  let begun = false;
  return {
    update: (done, whole) => {
      if (!begun) bar.start(whole ?? 0, 0, { megabytes: 0 });
      begun = true;
      bar.update(done, { megabytes: Math.round(done / 1e6) });
    },
    pausedFor: (print) => {
      if (begun) process.stderr.write('\r\u001b[K');
      print();
    },
    stop: () => {
      if (begun) bar.stop();
    },
  };
}
