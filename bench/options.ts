import { InvalidArgumentError } from 'commander';

/** Reads a whole number within limits from the command line. */
export const numberOption =
  (least: number, most: number) =>
  (word: string): number => {
    const number = Number(word);
    if (!/^\d+$/.test(word) || number < least || number > most) throw new InvalidArgumentError(`${least} to ${most}.`);
    return number;
  };

/** Tells what a benchmark is doing; its standard output is kept for the tables. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);
