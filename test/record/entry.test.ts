import { describe, expect, it } from 'vitest';
import {
  chainEntry,
  closedEntry,
  contributionEntry,
  type Entry,
  noteEntry,
  rulingEntry,
  settingsEntry,
} from '../../src/record/entry.js';
import record from '../vectors/record.json' with { type: 'json' };

const place = { campaign: '01976c1e-7a00-7000-8000-0000000000aa', seq: 3, at: '2026-11-30T06:00:00.000Z' };
const common = `{"v":1,"campaign":"${place.campaign}","seq":3,"at":"${place.at}"`;

describe('the bytes of an entry', () => {
  it.each(record.export.map((line) => [(JSON.parse(line) as Entry).kind, line]))(
    'are the published ones: %s',
    (_kind, line) => {
      const entry = JSON.parse(line) as Entry;
      if (entry.kind === 'chain') expect(chainEntry(entry, entry)).toBe(line);
      else if (entry.kind === 'contribution') expect(contributionEntry(entry, entry)).toBe(line);
      else if (entry.kind === 'ruling') {
        expect(rulingEntry(entry, { ...entry, requestJson: JSON.stringify(entry.request) })).toBe(line);
      } else expect.unreachable();
    },
  );

  it.each([
    [
      'settings',
      settingsEntry(place, { contribution: 'required', requireIdempotencyKey: false }, 'bot'),
      `${common},"kind":"settings","settings":{"requireIdempotencyKey":false,"contribution":"required"},"by":"bot"}`,
    ],
    [
      'settings with pinned rulebooks',
      settingsEntry(
        place,
        { rulesets: { bang: '4-r1' }, contribution: 'optional', requireIdempotencyKey: true },
        'bot',
      ),
      `${common},"kind":"settings","settings":{"requireIdempotencyKey":true,"contribution":"optional","rulesets":{"bang":"4-r1"}},"by":"bot"}`,
    ],
    [
      'a contribution that names its chain',
      contributionEntry(place, { chain: 4, value: 'x', player: 'Änne' }),
      `${common},"kind":"contribution","player":"Änne","value":"x","chain":4}`,
    ],
    [
      'a note',
      noteEntry(place, { by: 'bot', text: 'zwei\nZeilen', about: 2 }),
      `${common},"kind":"note","about":2,"text":"zwei\\nZeilen","by":"bot"}`,
    ],
    ['the end', closedEntry(place, 'bot'), `${common},"kind":"closed","by":"bot"}`],
  ])('have their members in the order of the specification: %s', (_what, line, expected) => {
    expect(line).toBe(expected);
    expect(line).not.toContain('\n');
  });

  it('name the actor after the key, and keep the request as it was sent', () => {
    const line = rulingEntry(place, {
      outcome: { b: 1, a: 2 },
      rolls: [],
      requestJson: '{"2":0,"1":1.50}',
      action: 'attack',
      version: '4-r1',
      ruleset: 'bang',
      actor: 'Änne',
      by: 'bot',
      table: 'tt',
      seed: 'ss',
      link: 2,
      chain: 1,
    });
    expect(line).toBe(
      `${common},"kind":"ruling","chain":1,"link":2,"seed":"ss","table":"tt","by":"bot","actor":"Änne","ruleset":"bang","version":"4-r1","action":"attack","request":{"2":0,"1":1.50},"rolls":[],"outcome":{"b":1,"a":2}}`,
    );
  });
});
