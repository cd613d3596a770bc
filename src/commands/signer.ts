import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { signerKey, signerKeyText, verifierKeyText } from '../record/signed-note.js';

/** `treffer signer create`: makes the key that signs checkpoints. */
export function signerCommand(program: Command): void {
  const signer = program.command('signer').description('Administer the key that signs checkpoints.');
  signer
    .command('create')
    .description(
      'Make a key for TREFFER_SIGNER_KEY and print it; the verifier key to give to everybody goes to stderr.',
    )
    .requiredOption('--name <name>', 'whose key it is: best a host name of yours, e.g. dice.example.org')
    .action(({ name }: { name: string }) => {
      const made = signerKey(name, randomBytes(32));
      process.stderr.write(`verifier key: ${verifierKeyText(made.verifier)}\n`);
      process.stdout.write(`${signerKeyText(made)}\n`);
    });
}
