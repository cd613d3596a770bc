import { nodeHash } from './dice/node-hash.js';
import { ask, openExport, Unreadable } from './export-source.js';
import { judge } from './judge.js';
import { noteText, readNoteFile } from './note-file.js';
import { type Checkpoint, openCheckpoint } from './record/checkpoint.js';
import { readEntry } from './record/entry-form.js';
import { NoteError, readVerifierKey, type VerifierKey } from './record/signed-note.js';
import { type RecordFinding, RecordVerifier, type Verified } from './record/verify.js';
import type { Remembered } from './remembered.js';
import type { Ruleset } from './rules/ruleset.js';

/** Something that does not hold: about an entry of the record, or about a checkpoint as such. */
export type Finding = RecordFinding | NoteFinding;

/** A checkpoint that can't be believed. */
export interface NoteFinding {
  readonly about: string;
  readonly check: 'tree';
  readonly detail: string;
}

export interface VerificationOptions {
  /** A file, or the URL of a campaign or its export. */
  readonly source: string;
  /** Files with signed checkpoints. */
  readonly checkpoints: readonly string[];
  /** Verifier keys, one of which must have signed each checkpoint. None: those that the service itself names. */
  readonly keys: readonly string[];
  readonly remembered?: Remembered;
  /** Sent to a service, which wants it for private campaigns. */
  readonly apiKey?: string;
  readonly rulesets: readonly Ruleset[];
  /** Called for each finding, in the order of the record. */
  readonly found: (finding: Finding) => void;
  /** Called now and then with how much of it is done; the whole is left out when nobody knows. */
  readonly progress?: (done: number, whole: number | undefined) => void;
}

/** A signed checkpoint, and who vouches for it. */
export interface Signed extends Note {
  readonly checkpoint: Checkpoint;
  readonly signedBy: readonly VerifierKey[];
}

export interface Verification extends Verified {
  readonly checkpoints: readonly Signed[];
  /** The keys are not the caller's: the service itself named them. */
  readonly keysFromService: boolean;
  /** What the record was when it was last looked at. */
  readonly before?: Checkpoint;
  /** Why what it is now could not be kept. */
  readonly notRemembered: string | undefined;
}

/**
 * Runs every check of docs/verify.md §7 on an export, in one pass and constant memory. What it remembers is renewed only
 * when all holds.
 *
 * @throws {Unreadable} when the export or a checkpoint can't be read; {NoteError} when a key is none
 */
export async function verifyExport(options: VerificationOptions): Promise<Verification> {
  const { source, remembered, rulesets } = options;
  let holds = true;
  const found = (finding: Finding) => {
    holds = false;
    options.found(finding);
  };
  const opened = await openExport(source, options.apiKey);
  const { campaignUrl } = opened;
  const keysFromService = options.keys.length === 0 && campaignUrl !== undefined;
  const keys = keysFromService ? await keysOf(campaignUrl) : options.keys.map(readVerifierKey);
  const notes = await readNotes(options.checkpoints);
  // Asked for before the export, so that the export is at least as long.
  if (campaignUrl !== undefined && keys.length > 0) notes.push(...(await newestOf(campaignUrl, options.apiKey)));
  const signed = notes.flatMap((note) => openedBy(keys, note, found));

  const lines = opened.lines((bytes) => options.progress?.(bytes, opened.bytes));
  const first = await lines.next();
  const campaign = campaignOf(campaignUrl, first.done ? undefined : first.value[0]);
  const before = campaign === undefined ? undefined : await remembered?.read(campaign);
  const all = signed.map(({ about, checkpoint }) => ({ about, ...checkpoint }));
  if (before !== undefined) all.push({ about: 'what is remembered', ...before });
  const known = all.filter((checkpoint) => campaign === undefined || checkpoint.campaign === campaign);
  for (const { about, campaign: other } of all.filter((checkpoint) => !known.includes(checkpoint))) {
    found({ about, check: 'tree', detail: `is of campaign ${other}, and so not of this record` });
  }
  const verifier = new RecordVerifier({
    hash: nodeHash,
    found,
    judge: judge(rulesets),
    checkpoints: known,
    ...(campaign === undefined ? {} : { campaign }),
  });
  for (const line of first.done ? [] : first.value) verifier.add(line);
  for await (const some of lines) for (const line of some) verifier.add(line);
  const verified = verifier.end();
  let notRemembered: string | undefined;
  if (holds && remembered !== undefined) {
    const now = { campaign: verified.campaign, size: verified.entries, root: verified.root };
    const note = signed.find(({ checkpoint }) => checkpoint.size === now.size)?.note;
    await remembered.keep(now, note && noteText(note)).catch((error: Error) => {
      notRemembered = error.message;
    });
  }
  return { ...verified, checkpoints: signed, keysFromService, notRemembered, ...(before && { before }) };
}

/** The keys that a service says have signed its checkpoints. */
async function keysOf(campaignUrl: string): Promise<VerifierKey[]> {
  const response = await ask(campaignUrl.replace(/\/campaigns\/[^/]*$/, '/verifier-keys'));
  try {
    const { keys } = (await response.json()) as { keys: { key: string }[] };
    return keys.map(({ key }) => readVerifierKey(key));
  } catch (error) {
    throw new Unreadable(`${response.url} does not answer with verifier keys: ${(error as Error).message}`);
  }
}

export interface Note {
  /** Where it is from. */
  readonly about: string;
  readonly note: Uint8Array;
  /** It was kept until now; not given by the service this moment. */
  readonly kept: boolean;
}

/** @throws {Unreadable} when one of the files can't be read */
export const readNotes = (files: readonly string[]): Promise<Note[]> =>
  Promise.all(files.map(async (file) => ({ about: file, note: await readNoteFile(file), kept: true })));

/** The checkpoint that a service gives of a campaign; `[]` when it signs none. */
async function newestOf(campaignUrl: string, apiKey: string | undefined): Promise<Note[]> {
  const response = await ask(`${campaignUrl}/checkpoint`, apiKey, 501);
  return response.ok
    ? [{ about: 'the checkpoint of the service', note: new Uint8Array(await response.arrayBuffer()), kept: false }]
    : [];
}

/** The checkpoint that one of the keys has signed; `[]` and a finding when none has. */
export function openedBy(keys: readonly VerifierKey[], note: Note, found: (finding: NoteFinding) => void): Signed[] {
  try {
    return [{ ...note, ...openCheckpoint(noteText(note.note), keys) }];
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    found({ about: note.about, check: 'tree', detail: error.message });
    return [];
  }
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Whose record it must be: the one asked for by its URL, or else the one that its first line names. */
function campaignOf(campaignUrl: string | undefined, line: string | undefined): string | undefined {
  const asked = campaignUrl === undefined ? undefined : UUID.exec(new URL(campaignUrl).pathname)?.[0];
  if (asked !== undefined) return asked;
  const entry = line === undefined ? undefined : readEntry(line);
  return typeof entry === 'object' ? entry.campaign : undefined;
}
