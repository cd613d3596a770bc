import { randomBytes } from 'node:crypto';
import { nodeHash } from '#src/dice/node-hash.js';
import { CHAIN_LENGTH, seedChain } from '#src/dice/seed-chain.js';
import { Page } from '#src/record/page.js';
import type { Head, Row } from '#src/record/store.js';
import type { Attack } from '#src/rules/erbarmungslos/attack-model.js';
import type { AttackOutcome } from '#src/rules/erbarmungslos/attack-outcome.js';
import { erbarmungslos } from '#src/rules/erbarmungslos/index.js';
import { AttackRequests, sameEveryRun } from './attack-requests.js';
import { attack } from './common-shot.js';

/** Rows that follow a head: what the service commits at once. */
export interface Batch {
  /** Undefined for the first batch, which begins the record. */
  readonly after: Head | undefined;
  readonly rows: readonly Row[];
}

const BATCH_ROWS = 256;

/**
 * A campaign's record as years of play would leave it, made in memory by the functions that write it in the service:
 * attacks for the most part, one in six of them going on with the one before where it has shots left; one entry in fifty
 * is a contribution, one in a hundred a note; chains of 256. What is asked for is the same in every run, the seeds are
 * fresh.
 *
 * @param entries how many there shall be: at least 2
 */
export function* longRecord(campaign: string, entries: number): Generator<Batch> {
  const now = () => new Date();
  const random = sameEveryRun(3_5);
  const requests = new AttackRequests(random);
  let page = Page.first(nodeHash, campaign, now);
  page.chain(0, seedChain(nodeHash, randomBytes(32), CHAIN_LENGTH));
  page.settings({ requireIdempotencyKey: true, contribution: 'optional' }, 'operator');
  yield { after: undefined, rows: page.rows };

  let open: { seq: number; request: Attack; outcome: AttackOutcome } | undefined;
  const rule = (request: Attack, continues?: number) => {
    const seq = page.head.frontier.size;
    page.ruling({
      by: 'bot',
      ...(random() < 0.5 && { actor: request.shooter.id }),
      ruleset: erbarmungslos.id,
      version: erbarmungslos.version,
      action: attack.name,
      request,
      requestJson: JSON.stringify(request),
      ...(continues !== undefined && { continues }),
      adjudicate: (dice) => {
        const outcome = attack.adjudicate(request, dice) as AttackOutcome;
        open = outcome.shotsLeft > 0 ? { seq, request, outcome } : undefined;
        return outcome;
      },
    });
  };
  /** The attack that goes on with the one before, if that may be. */
  const further = (): Attack | undefined => {
    const sent = open && requests.further(open.seq, open.request, open.outcome);
    const resumed = sent && attack.continuation?.resume([{ action: attack.name, ...open! }], sent);
    return resumed !== undefined && 'request' in resumed ? (resumed.request as Attack) : undefined;
  };

  while (page.head.frontier.size < entries) {
    const after = page.head;
    const rows: Row[] = [];
    while (rows.length < BATCH_ROWS && page.head.frontier.size < entries) {
      const { head } = page;
      page = new Page(nodeHash, head, now, { hash: randomBytes(32), request: randomBytes(32) });
      const draw = random();
      if (head.spent === CHAIN_LENGTH) {
        page = new Page(nodeHash, head, now);
        page.chain(head.chain.chain + 1, seedChain(nodeHash, randomBytes(32), CHAIN_LENGTH));
      } else if (draw < 0.02) {
        const value = randomBytes(16).toString('hex');
        page.contribution({ player: requests.attack().shooter.id, value, chain: head.chain.chain });
      } else if (draw < 0.03) {
        page.note({ about: head.frontier.size - 1, text: 'Der Schuss ging durch das Fenster der Bank.', by: 'bot' });
      } else {
        const resumed = open !== undefined && random() < 0.5 ? further() : undefined;
        rule(resumed ?? requests.attack(), resumed?.continues);
      }
      rows.push(...page.keyed());
    }
    yield { after, rows };
  }
}
