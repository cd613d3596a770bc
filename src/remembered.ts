import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './data-folder.js';
import { type Checkpoint, checkpointText, readCheckpointText } from './record/checkpoint.js';
import { splitNote } from './record/signed-note.js';

/** Whose name stands in checkpoints that nobody has signed: whoever verified it keeps them for himself. */
const OURS = 'remembered';
const ENDING = '.checkpoint';

/**
 * A folder in which a verifier keeps what campaigns' records were when he last looked: one file each, with a signed
 * checkpoint where he was given one of just that size, else with its text alone, since he has computed it himself.
 */
export class Remembered {
  constructor(private readonly folder: string) {}

  /**
   * What a campaign's record was.
   *
   * @returns undefined when it was never looked at
   * @throws {Error} when the file can't be read, or holds something else
   */
  async read(campaign: string): Promise<Checkpoint | undefined> {
    const file = this.#file(campaign);
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) return undefined;
    try {
      const { name: _name, ...checkpoint } = readCheckpointText(text.includes('\n\n') ? splitNote(text).text : text);
      return checkpoint;
    } catch (error) {
      throw new Error(`${file} is no checkpoint: ${(error as Error).message}`);
    }
  }

  /**
   * Keeps what a record is now, instead of what it was. A kill at any moment leaves one or the other.
   *
   * @param signed the same as a signed note, if there is one
   */
  async keep(checkpoint: Checkpoint, signed?: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const file = this.#file(checkpoint.campaign);
    const beside = `${file}.${randomBytes(6).toString('hex')}`;
    const handle = await open(beside, 'wx');
    try {
      await handle.writeFile(signed ?? checkpointText(OURS, checkpoint));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
    await syncFolder(this.folder);
  }

  /** The campaigns that were ever looked at. */
  async campaigns(): Promise<string[]> {
    const files = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return files.filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length));
  }

  #file(campaign: string): string {
    return join(this.folder, `${campaign}${ENDING}`);
  }
}
