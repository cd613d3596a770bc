import type { FastifyRequest } from 'fastify';
import type { Campaign, Campaigns } from '../accounts/campaigns.js';
import { type Caller, type Keys, mayDo, type Scope } from '../accounts/keys.js';
import { ProblemError } from './problems.js';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Who may do what: keys, their scopes, and to whom a campaign belongs. */
export class Access {
  constructor(
    private readonly keys: Keys,
    private readonly campaigns: Campaigns,
  ) {}

  /**
   * Who is asking; undefined for someone without a key.
   *
   * @returns a promise only when the database is asked
   * @throws {ProblemError} `unauthenticated` for a key that is malformed, unknown or revoked
   */
  caller(request: FastifyRequest): Caller | undefined | Promise<Caller> {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    const key = /^bearer +([\x21-\x7e]{1,256})$/i.exec(authorization)?.[1];
    if (key === undefined) throw new ProblemError('unauthenticated', 'Send `Authorization: Bearer <key>`.');
    const caller = this.keys.caller(key);
    return caller instanceof Promise ? caller.then(known) : known(caller);
  }

  /** @throws {ProblemError} `unauthenticated` without a key, `forbidden` when it lacks the scope */
  async demand(request: FastifyRequest, scope: Scope): Promise<Caller> {
    const caller = await this.caller(request);
    if (caller === undefined) throw new ProblemError('unauthenticated', 'This call needs a key.');
    if (!mayDo(caller, scope)) throw new ProblemError('forbidden', `The key lacks the scope \`${scope}\`.`);
    return caller;
  }

  /**
   * Lets a caller write into a campaign of his own.
   *
   * @returns a promise only when the database is asked
   * @throws {ProblemError} `not-found` also for another account's campaign, unless it is public: then `forbidden`
   */
  toWrite(request: FastifyRequest, id: string, scope: Scope): Caller | Promise<Caller> {
    const caller = this.caller(request);
    if (caller === undefined) throw new ProblemError('unauthenticated', 'This call needs a key.');
    // Not side by side: whom nobody knows is told so, whatever the second question would bring.
    return caller instanceof Promise
      ? caller.then((known) => this.#intoCampaign(known, id, scope))
      : this.#intoCampaign(caller, id, scope);
  }

  #intoCampaign(caller: Caller, id: string, scope: Scope): Caller | Promise<Caller> {
    const owner = UUID.test(id) ? this.campaigns.accountOf(id) : undefined;
    return owner instanceof Promise
      ? owner.then((account) => this.#toWrite(caller, account, id, scope))
      : this.#toWrite(caller, owner, id, scope);
  }

  /** @param owner the account that the campaign belongs to, if there is such a campaign */
  #toWrite(caller: Caller, owner: string | undefined, id: string, scope: Scope): Caller | Promise<never> {
    if (caller.account !== owner) return this.#turnAway(owner, id);
    if (!mayDo(caller, scope)) throw new ProblemError('forbidden', `The key lacks the scope \`${scope}\`.`);
    return caller;
  }

  async #turnAway(owner: string | undefined, id: string): Promise<never> {
    const visible = owner !== undefined && (await this.campaigns.find(id))?.public === true;
    throw visible ? new ProblemError('forbidden', 'The campaign belongs to another account.') : noSuchCampaign();
  }

  /**
   * Lets anyone read a public campaign, and a key with `read` those of its own account.
   *
   * @throws {ProblemError} `not-found`, `forbidden` for a key of the right account without the scope
   */
  async toRead(request: FastifyRequest, id: string): Promise<Campaign> {
    const caller = await this.caller(request);
    const campaign = UUID.test(id) ? await this.campaigns.find(id) : undefined;
    if (campaign === undefined) throw noSuchCampaign();
    if (campaign.public) return campaign;
    if (caller?.account !== campaign.account) throw noSuchCampaign();
    if (!mayDo(caller, 'read')) throw new ProblemError('forbidden', 'The key lacks the scope `read`.');
    return campaign;
  }
}

function known(caller: Caller | undefined): Caller {
  if (caller === undefined) throw new ProblemError('unauthenticated', 'The key is unknown or has been revoked.');
  return caller;
}

const noSuchCampaign = () => new ProblemError('not-found', 'There is no such campaign.');
