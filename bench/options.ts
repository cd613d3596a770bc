import { type Command, InvalidArgumentError } from 'commander';

/** Reads a whole number within limits from the command line. */
export const numberOption =
  (least: number, most: number) =>
  (word: string): number => {
    const number = Number(word);
    if (!/^\d+$/.test(word) || number < least || number > most) throw new InvalidArgumentError(`${least} to ${most}.`);
    return number;
  };

/** How long and how often something is measured. */
export interface Timing {
  readonly seconds: number;
  readonly rounds: number;
}

/** Asks for a {@link Timing}. */
export const timed = (command: Command, seconds: number): Command =>
  command
    .option('--seconds <number>', 'how long each measurement lasts', numberOption(1, 600), seconds)
    .option('--rounds <number>', 'how often each is repeated', numberOption(1, 99), 5);

/** Tells what a benchmark is doing; its standard output is kept for the tables. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);
