import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookAttack, type TestService } from '../service.js';
import { documentedService } from './documented.js';
import { bangAttack } from './requests.js';

let service: TestService;
let campaign: string;
beforeAll(async () => {
  service = await documentedService();
  campaign = await service.campaign();
  await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
  await service.post(`${campaign}/bang/attacks`, bangAttack);
});
afterAll(() => service.close());

const asked = (path: string, language?: string) =>
  service.get(`${campaign}/${path}`, language === undefined ? {} : { headers: { 'accept-language': language } });

const headers = [
  [undefined, 'en'],
  ['de', 'de'],
  ['DE', 'de'],
  ['de-AT', 'de'],
  ['de-CH-1996', 'de'],
  ['en', 'en'],
  ['en-GB', 'en'],
  ['*', 'en'],
  ['fr', 'en'],
  ['fr, de;q=0.5', 'de'],
  ['fr-CH, fr;q=0.9, de;q=0.7, en;q=0.8', 'en'],
  ['en;q=0.1, de;q=0.2', 'de'],
  ['de;q=0, en', 'en'],
  ['de-AT;q=0.9, en;q=0.8', 'de'],
  ['de;q=0, *', 'en'],
  ['de-AT, en', 'de'],
  ['en-GB, de', 'en'],
  ['', 'en'],
  ['not a language; q=x', 'en'],
] as const;

test.each(headers)('Accept-Language %j is answered in %s', async (header, language) => {
  const answer = await asked('entries/2', header);
  expect(answer.headers['content-language']).toBe(language);
  expect(answer.headers.vary).toBe('accept-language');
  const words = { de: /Erfolge?\b/, en: /success(es)?\b/ };
  expect(answer.body.explanation.join(' ')).toMatch(words[language]);
});

test.each(['entries/2', 'entries/3'])('the explanation of %s has other words in each language', async (path) => {
  const [german, english] = [await asked(path, 'de'), await asked(path, 'en')];
  expect(german.body.explanation).not.toEqual(english.body.explanation);
  expect(german.body.explanation.length).toBe(english.body.explanation.length);
  for (const sentence of [...german.body.explanation, ...english.body.explanation]) {
    // No argument was left unfilled, and every sentence ends.
    expect(sentence).toMatch(/^[^{}]+[.!”“"] ?(#\d+ · [0-9a-f]{8})?$/);
  }
});

test('the last sentence ends with the place and the root: a receipt', async () => {
  for (const [seq, path] of [
    [2, 'entries/2'],
    [3, 'entries/3'],
  ] as const) {
    for (const language of ['de', 'en']) {
      const { body } = await asked(path, language);
      expect(body.explanation.at(-1)).toMatch(new RegExp(`\\S #${seq} · ${body.root.slice(0, 8)}$`));
      const others = body.explanation.slice(0, -1).join(' ');
      expect(others).not.toContain('·');
    }
  }
});

test('problems are told in the language asked for, too', async () => {
  const send = (language: string) =>
    service.post(
      `${campaign}/erbarmungslos/attacks`,
      { ...bookAttack, aim: 2 },
      { headers: { 'accept-language': language } },
    );
  const [german, english] = [await send('de'), await send('en')];
  expect(german.headers).toMatchObject({ 'content-language': 'de', vary: 'accept-language' });
  expect(german.body.explanation).not.toEqual(english.body.explanation);
  expect(german.body.reasons).toEqual(english.body.reasons);
});

test('the language leaves no trace in the record', async () => {
  const { text } = await service.get(`${campaign}/export`);
  for (const language of ['de', 'en']) {
    const { body } = await asked('entries/2', language);
    for (const sentence of body.explanation) expect(text).not.toContain(sentence);
  }
});
