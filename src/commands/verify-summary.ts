import { bytesToHex } from '@noble/hashes/utils.js';
import { verifierKeyText } from '../record/signed-note.js';
import type { Verification } from '../verification.js';
import { printable } from './printable.js';

const count = (n: number): string => n.toLocaleString('en-US');

/** What was checked, one fact a line. */
export function summary(verification: Verification): string {
  const facts = [...whatThereIs(verification), ...whatItWasHeldAgainst(verification)];
  const width = Math.max(...facts.map(([name]) => name.length));
  const lines = facts.map(([name, fact]) => `  ${name.padEnd(width)}  ${printable(fact)}`);
  return [`Campaign ${verification.campaign || 'unknown'}`, ...lines].map((line) => `${line}\n`).join('');
}

type Fact = readonly [name: string, fact: string];

function whatThereIs(verified: Verification): Fact[] {
  const { entries, rulings, dice, chains, chainsEndedEarly, notUnderstood, complete, root } = verified;
  const versions = [...verified.versions].map(([version, number]) => `${version}: ${count(number)}`);
  const bound = [...verified.bound].sort(([, a], [, b]) => b - a).map(([player, n]) => `${player}: ${count(n)}`);
  return [
    ['entries', `${count(entries)}, ${complete ? 'complete: the record is closed' : 'open: more may follow'}`],
    ['rulings', [count(rulings), ...versions].join(', ')],
    ['dice', count(dice)],
    ['chains', `${count(chains)}, of which ${count(chainsEndedEarly)} ended early`],
    ['bound', [`${count(sum(verified.bound))} of ${count(rulings)} rulings`, ...bound].join(', ')],
    ...(notUnderstood > 0 ? [['not understood', `${count(notUnderstood)} entries of unknown kinds`] as const] : []),
    ['root', `${bytesToHex(root)}`],
  ];
}

function whatItWasHeldAgainst({ checkpoints, before, keysFromService }: Verification): Fact[] {
  const facts: Fact[] = checkpoints.map(({ about, kept, checkpoint, signedBy }) => {
    const keys = signedBy.map(verifierKeyText).join(', ');
    const from = kept ? about : `the service${keysFromService ? ', and so is the key' : ''}`;
    return ['checkpoint', `of ${count(checkpoint.size)} entries, signed by ${keys} (${from})`];
  });
  if (before !== undefined) facts.push(['remembered', `${count(before.size)} entries when last looked at`]);
  return facts;
}

/** What can be concluded when all holds, and what can't. */
export function limits({ checkpoints, before, entries, rulings, bound, notUnderstood }: Verification): string {
  const kept = Math.max(0, before?.size ?? 0, ...checkpoints.map((each) => (each.kept ? each.checkpoint.size : 0)));
  const sentences = [
    kept === 0
      ? 'No checkpoint was kept from before: only what contradicts itself could be found, not a record made anew or cut at its end.'
      : `Entries 0 to ${kept - 1} are what they were when their checkpoint was kept${entries > kept ? '; those after them rest on themselves alone' : ''}.`,
  ];
  if (rulings > 0) sentences.push(aboutDice(rulings, sum(bound)));
  if (notUnderstood > 0) {
    sentences.push(
      `What entries of unknown kinds mean (${count(notUnderstood)}) was not checked: a newer verifier may know them.`,
    );
  }
  return `\n${sentences.join('\n')}\n`;
}

function aboutDice(rulings: number, bound: number): string {
  if (bound === rulings) {
    return 'For every ruling the last to add something was a player who knew its chain: whoever trusts them knows that nobody chose these dice.';
  }
  return `For ${count(rulings - bound)} of ${count(rulings)} rulings no player had added anything last that names its chain: whoever runs the service could know these dice beforehand.`;
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, n) => all + n, 0);
