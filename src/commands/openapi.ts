import type { Command } from 'commander';
import { openapiDocument } from '../openapi-document.js';
import { rulesets } from '../rules/index.js';

/** `treffer openapi`: the document that the service serves. */
export function openapiCommand(program: Command): void {
  program
    .command('openapi')
    .description('Print the OpenAPI document.')
    .action(async () => {
      process.stdout.write(`${JSON.stringify(await openapiDocument(rulesets), null, 2)}\n`);
    });
}
