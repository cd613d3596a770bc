import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import closeWithGrace from 'close-with-grace';

/** How long everything may take to stop after Ctrl-C. */
const STOP_MS = 30_000;

/** What a benchmark has started: all of it is stopped at its end, also after an error or a signal, newest first. */
export class Started {
  readonly #stops: (() => unknown)[] = [];
  #stopping: Promise<void> | undefined;

  /** Runs a benchmark and stops whatever it has started. */
  static async during(work: (started: Started) => Promise<void>): Promise<void> {
    const started = new Started();
    const grace = closeWithGrace({ delay: STOP_MS }, ({ err }) => {
      if (err !== undefined) process.stderr.write(`${err.stack}\n`);
      return started.stop();
    });
    try {
      await work(started);
    } finally {
      await started.stop();
      grace.uninstall();
    }
  }

  /** Remembers how to stop something. */
  add(stop: () => unknown): void {
    this.#stops.push(stop);
  }

  /** Remembers a process; it may have ended by itself. */
  process(child: ChildProcess): void {
    const closed = once(child, 'close').catch(() => undefined);
    this.add(() => {
      child.kill();
      return closed;
    });
  }

  /** Stops everything, once: a signal and the work that it cuts short both ask for it. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    for (let stop = this.#stops.pop(); stop !== undefined; stop = this.#stops.pop()) {
      try {
        await stop();
      } catch (error) {
        process.stderr.write(`${(error as Error).message}\n`);
      }
    }
  }
}
