import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkpointText, openCheckpoint, readCheckpointText, signCheckpoint } from '../../src/record/checkpoint.js';
import {
  NoteError,
  openNote,
  readSignerKey,
  readVerifierKey,
  signerKey,
  signerKeyText,
  signNote,
  verifierKeyText,
} from '../../src/record/signed-note.js';
import { openCheckpointBySpec, openNoteBySpec } from '../spec/c2sp.js';

/** The example of https://c2sp.org/signed-note. */
const published = {
  vkey: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  text: 'This is an example message.\n',
  signature:
    '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
};
const publishedNote = `${published.text}\n${published.signature}`;

const signer = signerKey('dice.example.org', new Uint8Array(32).fill(1));
const other = signerKey('dice.example.org', new Uint8Array(32).fill(2));
const vkey = verifierKeyText(signer.verifier);
const CAMPAIGN = '01976c1e-7a00-7000-8000-0000000000aa';
const checkpoint = { campaign: CAMPAIGN, size: 12, root: new Uint8Array(32).fill(9) };

describe('a signed note', () => {
  it('of the specification is opened, and so is ours by the specification', () => {
    expect(openNote(publishedNote, [readVerifierKey(published.vkey)]).text).toBe(published.text);
    expect(openNoteBySpec(publishedNote, published.vkey)).toBe(published.text);
    expect(openNoteBySpec(signNote(signer, 'Ätsch\n\nzwei\n'), vkey)).toBe('Ätsch\n\nzwei\n');
  });

  it('of any text and key is opened by the specification', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((each) => !/\p{Cc}/u.test(each) && each.isWellFormed());
    fc.assert(
      fc.property(text, fc.uint8Array({ minLength: 32, maxLength: 32 }), (line, secret) => {
        const key = signerKey('a.example/b', secret);
        expect(openNoteBySpec(signNote(key, `${line}\n`), verifierKeyText(key.verifier))).toBe(`${line}\n`);
      }),
      { numRuns: 30 },
    );
  });

  it('may carry signatures of others, before and after', () => {
    const note = signNote(signer, 'text\n') + signNote(other, 'text\n').split('\n\n')[1] + published.signature;
    expect(openNote(note, [signer.verifier]).signedBy).toEqual([signer.verifier]);
    expect(openNote(note, [other.verifier, signer.verifier]).signedBy).toEqual([signer.verifier, other.verifier]);
  });

  it.each([
    ['changed by a letter', publishedNote.replace('example message', 'example massage'), /is false/],
    [
      'whose signature was changed',
      publishedNote.replace('xgwV', 'xgwW').replace('OkdA', 'OkdB').replace('2ONnc', '2ONnd'),
      /is false/,
    ],
    [
      'signed by another key of the same name',
      signNote(other, 'text\n').replace('dice.example.org', 'example.com/foo'),
      /none of the keys/,
    ],
    ['without a blank line', publishedNote.replace('\n\n', '\n'), /no signed note/],
    ['without a newline at its end', publishedNote.slice(0, -1), /no signed note/],
    ['without a signature', `${published.text}\n`, /no signature/],
    ['with a hyphen for the dash', publishedNote.replace('—', '-'), /no signature/],
    ['with a line that is none', `${publishedNote}— x\n`, /no signature/],
    ['with a tab', publishedNote.replace('is an', 'is\tan'), /no signed note/],
    ['with a carriage return', publishedNote.replaceAll('\n', '\r\n'), /no signed note/],
    ['with a signature that is not base64', publishedNote.replace('Uw2Q', 'Uw2!'), /no signature/],
    ['with base64 that is not canonical', publishedNote.replace('aQM=', 'aQN='), /no signature/],
    ['with a hundred signatures', `${published.text}\n${published.signature.repeat(100)}`, /100 signatures/],
    ['that is empty', '', /no signed note/],
  ])('%s is refused', (_what, note, message) => {
    expect(() => openNote(note, [readVerifierKey(published.vkey)])).toThrow(message);
    expect(() => openNote(note, [readVerifierKey(published.vkey)])).toThrow(NoteError);
  });

  it('is not made of a text that can’t be one', () => {
    for (const text of ['no newline', 'tab\there\n', 'lone \ud800\n', '']) {
      expect(() => signNote(signer, text)).toThrow(NoteError);
    }
  });
});

describe('a key', () => {
  it('is read as it was written', () => {
    expect(readVerifierKey(vkey)).toEqual(signer.verifier);
    expect(readSignerKey(`${signerKeyText(signer)}\n`)).toEqual(signer);
  });

  it.each([
    ['with another id', published.vkey.replace('530d903a', '530d903b')],
    ['with another name', published.vkey.replace('foo', 'fou')],
    ['of another kind', published.vkey.replace('AekyeRrm', 'AukyeRrm')],
    ['cut short', published.vkey.slice(0, -4)],
    ['with a name that has a space', published.vkey.replace('foo', 'f oo')],
    ['without a name', published.vkey.replace('example.com/foo', '')],
    ['that is none', 'nonsense'],
  ])('%s is refused', (_what, text) => {
    expect(() => readVerifierKey(text)).toThrow(NoteError);
  });

  it('that signs is refused without being repeated', () => {
    const secret = randomBytes(32).toString('base64');
    for (const text of [`PRIVATE+KEY+x+00000000+${secret}`, `PRIVATE+KEY+x+${secret}`, secret]) {
      expect(() => readSignerKey(text)).toThrow(NoteError);
      expect(() => readSignerKey(text)).not.toThrow(secret);
    }
    for (const name of ['', 'a b', 'a+b', 'a\u0085b', '\ud800']) {
      expect(() => signerKey(name, new Uint8Array(32))).toThrow(NoteError);
    }
  });
});

describe('a checkpoint', () => {
  it('is what the specifications say, and names the campaign in its origin', () => {
    expect(openCheckpointBySpec(signCheckpoint(signer, checkpoint), vkey)).toEqual({
      origin: `dice.example.org/campaigns/${CAMPAIGN}`,
      size: 12,
      root: Buffer.from(checkpoint.root),
    });
  });

  it('is read as it was written', () => {
    expect(openCheckpoint(signCheckpoint(signer, checkpoint), [signer.verifier]).checkpoint).toEqual(checkpoint);
    expect(readCheckpointText(`${checkpointText('a', checkpoint)}an extension\n`).size).toBe(12);
  });

  it('is refused when it names somebody else than who signed it', () => {
    const note = signNote(signer, checkpointText('dice.example.com', checkpoint));
    expect(() => openCheckpoint(note, [signer.verifier])).toThrow(/names dice.example.com/);
  });

  const text = checkpointText('a', checkpoint);
  it.each([
    ['no campaign', text.replace('/campaigns/', '/')],
    ['a size with a leading zero', text.replace('\n12\n', '\n012\n')],
    ['a negative size', text.replace('\n12\n', '\n-12\n')],
    ['a size beyond what can be counted', text.replace('\n12\n', '\n9999999999999999\n')],
    ['a root that is too short', text.replace(/CQkJ/, '')],
    ['an empty line', text.replace('\n12\n', '\n\n12\n')],
    ['an empty extension line', `${text}\n\n`],
    ['two lines', text.split('\n').slice(0, 2).join('\n')],
  ])('with %s is refused', (_what, wrong) => {
    expect(() => readCheckpointText(wrong)).toThrow(NoteError);
  });
});
