import type { Hash } from './dice/hash.js';
import { type Checkpoint, signCheckpoint } from './record/checkpoint.js';
import { rootHash } from './record/merkle.js';
import { type SignerKey, type VerifierKey, verifierKeyText } from './record/signed-note.js';
import type { Store } from './record/store.js';
import type { KeyTerm, VerifierKeys } from './record/verifier-keys.js';
import { Refusal } from './refusal.js';

export interface CheckpointsOptions {
  readonly store: Store;
  readonly hash: Hash;
  readonly verifierKeys: VerifierKeys;
  /** Left out: this service signs nothing. */
  readonly signer?: SignerKey;
}

/** Signs how campaigns' records stand (docs/verify.md §6). */
export class Checkpoints {
  constructor(private readonly options: CheckpointsOptions) {}

  /** Why there are no checkpoints to be had here; undefined when there are. */
  get refusal(): Refusal | undefined {
    if (this.options.signer !== undefined) return undefined;
    return new Refusal('no-signer-key', 'Whoever runs this service has given it no key to sign checkpoints with.');
  }

  /** A checkpoint as a signed note. Of something that is recorded: what is signed can't be taken back. */
  sign({ campaign, size, root }: Checkpoint): string {
    const { signer } = this.options;
    if (signer === undefined) throw new Error('no checkpoint without a signer key');
    return signCheckpoint(signer, { campaign, size, root });
  }

  /**
   * A campaign's whole record as it stands for good: what is signed must not vanish in a failover.
   *
   * @returns undefined when there is no such campaign
   * @throws {Unavailable} when that is not known
   */
  async newest(campaign: string): Promise<Checkpoint | undefined> {
    const { store } = this.options;
    const head = await store.head(campaign);
    await store.settled();
    return head && { campaign, size: head.frontier.size, root: rootHash(this.options.hash, head.frontier) };
  }

  /** The key that checkpoints are verified with now; undefined when none are signed. */
  get verifierKey(): VerifierKey | undefined {
    return this.options.signer?.verifier;
  }

  /** Every key that ever signed checkpoints here, oldest first. */
  verifierKeys(): Promise<KeyTerm[]> {
    return this.options.verifierKeys.list();
  }

  /** Lets it be known whose signatures are to be expected from now on. */
  async announce(): Promise<void> {
    const { signer, verifierKeys } = this.options;
    if (signer !== undefined) await verifierKeys.take(verifierKeyText(signer.verifier));
  }
}
