import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import type { Roll } from '../../../src/dice/roll.js';
import { erbarmungslos } from '../../../src/rules/erbarmungslos/index.js';
import type { Action, Check, Fault, PastRuling, Reason } from '../../../src/rules/ruleset.js';
import { strictAjv } from '../../../src/validation.js';

/** A case from `test/vectors`. What it expects is one of the last members. */
export interface Vector {
  readonly name: string;
  readonly request: unknown;
  readonly rolls?: readonly Roll[];
  readonly outcome?: unknown;
  readonly reasons?: readonly Reason[];
  readonly faults?: readonly Pick<Fault, 'pointer' | 'code'>[];
}

export interface ContinuationVector {
  readonly name: string;
  readonly rulings: readonly PastRuling[];
  readonly sent: unknown;
  readonly request?: unknown;
  readonly refused?: string;
  readonly contradicts?: readonly Pick<Fault, 'pointer' | 'code'>[];
  readonly faults?: readonly Pick<Fault, 'pointer' | 'code'>[];
}

export function vectors<Case = Vector>(file: string): readonly Case[] {
  return JSON.parse(readFileSync(new URL(`../../vectors/${file}.json`, import.meta.url), 'utf8'));
}

export function actionNamed(name: string): Action {
  const found = erbarmungslos.actions.find((action) => action.name === name);
  if (found === undefined) throw new Error(`no action ${name}`);
  return found;
}

export function checkNamed(name: string): Check {
  const found = erbarmungslos.checks.find((check) => check.name === name);
  if (found === undefined) throw new Error(`no check ${name}`);
  return found;
}

const ajv = strictAjv();

/** What the production validator says against a value: `[]` when it is valid. */
export function schemaFaults(schema: TSchema, value: unknown): string[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.keyword} ${error.message}`);
}

export const codes = (faults: readonly Fault[]) => faults.map(({ pointer, code }) => ({ pointer, code }));
