import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.js';

// What can go out of step without anybody building the image. Building and running it takes a Docker engine.

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');

/** The lines of compose.yaml that are indented below `path`, without that indentation. */
function below(...path: string[]): string[] {
  return path.reduce((lines, key) => {
    const from = lines.indexOf(`${key}:`);
    expect(from, key).toBeGreaterThanOrEqual(0);
    const rest = lines.slice(from + 1);
    const end = rest.findIndex((line) => /^[^\s]/.test(line));
    return rest.slice(0, end === -1 ? undefined : end).map((line) => line.slice(2));
  }, compose.split('\n'));
}

/** `NAME: value` lines, with what comes from outside replaced: a required value by 32 letters, another by its default. */
function environment(lines: string[]): Record<string, string> {
  const pairs = lines.map((line) => /^(\w+): (.*)$/.exec(line)!).map(([, name, value]) => [name, value] as const);
  return Object.fromEntries(
    pairs.map(([name, value]) => [
      name,
      value!.replaceAll(/\$\{\w+(?::\?[^}]*|:-([^}]*))\}/g, (_, standard?: string) => standard ?? 'x'.repeat(32)),
    ]),
  );
}

/** The image's own settings. */
const imageEnv = Object.fromEntries(
  [...dockerfile.matchAll(/^(?:ENV|\s+) ?([A-Z_]+)=(\S+)/gm)].map(([, k, v]) => [k, v]),
);

describe('the Dockerfile', () => {
  test('builds and runs on a Node that package.json allows', () => {
    const [, least] = /^>=(\d+)/.exec(JSON.parse(read('package.json')).engines.node)!;
    const majors = [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => Number(major));
    expect(majors).toHaveLength(2);
    expect(new Set(majors).size).toBe(1);
    expect(majors[0]).toBeGreaterThanOrEqual(Number(least));
  });

  test('listens where it says', () => {
    const { host, port } = readConfig(imageEnv);
    expect(host).toBe('0.0.0.0');
    expect(dockerfile).toContain(`\nEXPOSE ${port}\n`);
  });

  test('finds in its context what it copies, and nothing else is there', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) =>
      sources!.split(' '),
    );
    const [first, ...rest] = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(first).toBe('*');
    expect(rest.sort()).toEqual([...new Set(copied)].map((path) => `!${path}`).sort());
  });
});

describe('compose.yaml', () => {
  test('gives the service settings that it has', () => {
    const env = environment(below('services', 'treffer', 'environment'));
    const config = readConfig({ ...imageEnv, ...env });
    const secret = 'x'.repeat(32);
    expect(config).toMatchObject({
      databaseUrl: `postgres://treffer:${secret}@database:5432/treffer`,
      migrateUrl: `postgres://postgres:${secret}@database:5432/treffer`,
      adminKey: secret,
      logLevel: 'info',
    });
    expect(below('services', 'treffer', 'ports')[0]).toMatch(new RegExp(`:${config.port}$`));
  });

  test('holds no secret: each comes from outside, and without those it needs nothing starts', () => {
    const uses = [...compose.matchAll(/\$\{(\w*(?:PASSWORD|KEY))\b([^}]*)\}/g)];
    expect(new Set(uses.map(([, name]) => name))).toEqual(
      new Set(['DATABASE_PASSWORD', 'POSTGRES_PASSWORD', 'TREFFER_ADMIN_KEY', 'TREFFER_SIGNER_KEY']),
    );
    // Whoever has no signer key does without checkpoints.
    for (const [use, name, rest] of uses) {
      if (name === 'TREFFER_SIGNER_KEY') expect(rest).toBe(':-');
      else expect(rest, use).toMatch(/^:\?/);
    }
    for (const [line, value] of compose.matchAll(/^ +\w*(?:PASSWORD|KEY): (.+)$/gm))
      expect(value, line).toMatch(/^\$\{/);
  });

  test('runs the Postgres that the tests run on in Docker', () => {
    const images = [...compose.matchAll(/image: (postgres:\S+)/g)].map(([, image]) => image);
    expect(new Set(images).size).toBe(1);
    expect(read('test/global-setup.ts')).toContain(`'${images[0]}'`);
  });
});
