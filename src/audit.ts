import { nodeHash } from './dice/node-hash.js';
import { judge } from './judge.js';
import type { Checkpoint } from './record/checkpoint.js';
import type { Entry, RulingEntry, SettingsEntry } from './record/entry.js';
import type { EntryRows } from './record/entry-rows.js';
import { type Derived, RowCheck } from './record/row-check.js';
import { RecordVerifier } from './record/verify.js';
import type { Remembered } from './remembered.js';
import { adjudicatedBy, type Ruleset } from './rules/ruleset.js';
import { requestHash } from './sent.js';

/** Something in the database that does not hold. */
export interface AuditFinding {
  readonly campaign: string;
  /** Left out: it is about the campaign as a whole. */
  readonly row?: number;
  /** One of the checks of docs/verify.md §7, or `row`: what is stored beside an entry's bytes. */
  readonly check: string;
  readonly detail: string;
  readonly unchecked?: true;
}

export interface AuditOptions {
  readonly rows: EntryRows;
  readonly rulesets: readonly Ruleset[];
  /** What the records were when they were last looked at. */
  readonly remembered?: Remembered;
  /** Checkpoints whose signatures were found good. */
  readonly checkpoints: readonly Checkpoint[];
  readonly found: (finding: AuditFinding) => void;
  /** Called after each campaign with how many there are. */
  readonly progress?: (done: number, whole: number) => void;
}

/**
 * Checks the database against itself and against remembered checkpoints: each campaign's record as a stranger would
 * (docs/verify.md §7), and everything that is stored beside it. What is remembered of a campaign is renewed only when
 * all of it holds.
 *
 * @returns how many campaigns and rows were looked at
 */
export async function audit(options: AuditOptions): Promise<{ campaigns: number; rows: number }> {
  const { rows, remembered, checkpoints, found, progress } = options;
  const there = await rows.campaigns();
  let read = 0;
  for (const [done, { id, row, posted }] of there.entries()) {
    if (!row) found({ campaign: id, check: 'row', detail: 'has entries, but no row of its own in `campaigns`' });
    read += await auditCampaign(options, id, posted);
    progress?.(done + 1, there.length);
  }
  const gone = [...((await remembered?.campaigns()) ?? []), ...checkpoints.map(({ campaign }) => campaign)];
  for (const campaign of new Set(gone)) {
    if (there.some(({ id }) => id === campaign)) continue;
    found({ campaign, check: 'tree', detail: 'is remembered, and gone without a trace' });
  }
  return { campaigns: there.length, rows: read };
}

async function auditCampaign(options: AuditOptions, campaign: string, posted: number): Promise<number> {
  const { rows, rulesets, remembered } = options;
  let holds = true;
  const found = (finding: Omit<AuditFinding, 'campaign'>) => {
    holds = false;
    options.found({ campaign, ...finding });
  };
  const before = await remembered?.read(campaign);
  const known = options.checkpoints
    .filter((checkpoint) => checkpoint.campaign === campaign)
    .map((checkpoint) => ({ about: 'a checkpoint', ...checkpoint }));
  if (before !== undefined) known.push({ about: 'what is remembered', ...before });
  let row = -1;
  const verifier = new RecordVerifier({
    hash: nodeHash,
    campaign,
    judge: judge(rulesets),
    checkpoints: known,
    // The verifier counts lines; rows have numbers of their own, which differ from them once one is missing.
    found: ({ seq: _, ...finding }) => found(row < 0 ? finding : { row, ...finding }),
  });
  const check = new RowCheck(nodeHash, derivedBy(rulesets), (seq, detail) => found({ row: seq, check: 'row', detail }));
  for await (const page of rows.of(campaign)) {
    for (const each of page) {
      row = each.seq;
      check.add(each);
      verifier.add(each.entry);
    }
  }
  if (posted > verifier.size) {
    found({ check: 'tree', detail: `has ${verifier.size} entries, but a checkpoint of ${posted} was posted` });
  }
  const { entries, root } = verifier.end();
  if (holds && remembered !== undefined) await remembered.keep({ campaign, size: entries, root });
  return entries;
}

/** The purposes for which entries other than rulings are recorded, as idempotency keys have them. */
const PURPOSES = { contribution: 'contributions', chain: 'chains', note: 'notes', closed: 'close' } as const;

/** What follows from an entry by the rulebooks and by how requests are told apart. */
function derivedBy(rulesets: readonly Ruleset[]): Derived {
  const continued = (entry: Entry): number | null => {
    if (entry.kind !== 'ruling') return null;
    return adjudicatedBy(rulesets, entry)?.action.continuation?.continues(entry.request) ?? null;
  };
  return {
    continues: continued,
    requestHash: (entry) => {
      // What was sent to continue an action does not stand in the record.
      if (continued(entry) !== null) return undefined;
      if (entry.kind === 'ruling') {
        const actor = entry.actor === undefined ? {} : { actor: entry.actor };
        return requestHash(`${entry.ruleset} ${entry.action}`, { ...(entry.request as object), ...actor });
      }
      if (entry.kind === 'settings') return undefined;
      return requestHash(PURPOSES[entry.kind], sentFor(entry));
    },
  };
}

/** The body that an entry was recorded for. */
function sentFor(entry: Exclude<Entry, RulingEntry | SettingsEntry>): object {
  if (entry.kind === 'contribution') {
    const { player, value, chain } = entry;
    return { player, value, ...(chain === undefined ? {} : { chain }) };
  }
  return entry.kind === 'note' ? { about: entry.about, text: entry.text } : {};
}
