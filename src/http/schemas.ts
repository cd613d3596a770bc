import { type Static, type TSchema, Type } from 'typebox';
import { SCOPES } from '../accounts/keys.js';
import { KINDS } from '../record/entry.js';
import { Name, OneOf, Strict } from '../rules/schema.js';
import { ContributionValue } from '../sent.js';

/** The forms that several calls share. With an `$id` they become components of the API document. */

export const Id = (description: string) => Type.String({ format: 'uuid', description });
const Hex = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });
const Time = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} RFC 3339, UTC.` });
const Seq = (description: string) => Type.Integer({ minimum: 0, description });

const SignedNote = (description: string) =>
  Type.String({ description: `${description} A signed note (https://c2sp.org/tlog-checkpoint).` });

/** Refers to a schema that `app.addSchema` has made known. */
export const ref = (id: string) => Type.Unsafe<unknown>({ $ref: `${id}#` });

export const Settings = Strict(
  {
    requireIdempotencyKey: Type.Boolean({
      description: 'Every recording POST must carry an Idempotency-Key. Without one, a time-out can roll twice.',
    }),
    contribution: OneOf(
      ['optional', 'required'],
      '`required`: nothing is rolled without a contribution in the same request that names the current chain.',
    ),
    rulesets: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'The rulebooks in play and the version each is pinned to. Left out: all, at their newest.',
      }),
    ),
  },
  { $id: 'Settings', description: 'How a campaign is run. Recorded at its beginning and at each change.' },
);

const SettingsSent = {
  requireIdempotencyKey: Type.Optional(Type.Boolean({ description: 'Default true.' })),
  contribution: Type.Optional(OneOf(['optional', 'required'], 'Default `optional`.')),
};
const Pins = Type.Record(Type.String(), Type.String(), {
  description: 'The rulebooks in play and the version each is pinned to, e.g. `{"erbarmungslos": "3.5-r1"}`.',
});

export const NewCampaign = Strict(
  {
    name: Name('What the campaign is called.'),
    public: Type.Optional(
      Type.Boolean({ description: 'Anyone who has its id may read, replay and verify it. Default false.' }),
    ),
    settings: Type.Optional(
      Strict({ ...SettingsSent, rulesets: Type.Optional(Pins) }, { description: 'What is left out has its default.' }),
    ),
  },
  { examples: [{ name: 'Thursday night', public: true }] },
);

export const CampaignChange = Strict(
  {
    name: Type.Optional(Name('A new name.')),
    public: Type.Optional(Type.Boolean({ description: 'Publish it, or make it private again.' })),
    settings: Type.Optional(
      Strict(
        {
          ...SettingsSent,
          rulesets: Type.Optional(
            Type.Union([Pins, Type.Null()], { description: 'Pins; null lifts them: all rulebooks at their newest.' }),
          ),
        },
        { description: 'What is left out stays as it is. A change is recorded.' },
      ),
    ),
  },
  { minProperties: 1, examples: [{ name: 'Friday night', settings: { contribution: 'optional' } }] },
);

const campaignRow = {
  id: Id('The campaign, a UUIDv7.'),
  name: Type.String({ description: 'What it is called.' }),
  public: Type.Boolean({ description: 'Anyone who has the id may read, replay and verify it.' }),
  createdAt: Time('When it was made.'),
};

export const CampaignSummary = Strict(campaignRow, { $id: 'CampaignSummary', description: 'A campaign in a list.' });

export const Campaign = Strict(
  {
    ...campaignRow,
    closed: Type.Boolean({ description: 'Its record is complete.' }),
    settings: ref('Settings'),
    size: Type.Integer({ minimum: 1, description: 'How many entries its record has.' }),
    root: Hex('Root of the Merkle tree over them, in hex.'),
    chain: Type.Integer({ minimum: 0, description: 'Number of the current seed chain.' }),
    anchor: Hex('Its public anchor, in hex: every seed of this chain hashes down to it.'),
    checkpoint: Type.Optional(SignedNote('With `?checkpoint=true`: the record as it stands.')),
  },
  { $id: 'Campaign', description: 'A campaign and where its record stands.' },
);

const entryOf = (kind: string, members: Parameters<typeof Type.Object>[0], description: string) =>
  Strict(
    {
      v: Type.Literal(1, { description: 'Version of the record format.' }),
      campaign: Id('The campaign.'),
      seq: Seq('Position in the record, from 0 without gaps.'),
      at: Time('When it was recorded; never runs backwards.'),
      kind: Type.Literal(kind, { description }),
      ...members,
    },
    { description },
  );

const by = Type.String({ description: "The key's label." });
const Roll = Strict({
  for: Type.String({ description: 'What the rulebook rolls for.' }),
  sides: Type.Integer({ minimum: 2, maximum: 256, description: 'Sides of each die.' }),
  values: Type.Array(Type.Integer({ minimum: 1, maximum: 256 }), { description: 'In the order rolled.' }),
});
export const Rolls = Type.Array(Roll, { description: 'Every roll, in order.' });

const entryMembers = {
  chain: {
    chain: Seq('Number of the chain.'),
    length: Type.Integer({ minimum: 1, description: 'How many rulings it serves.' }),
    anchor: Hex('s_0, in hex.'),
  },
  settings: { settings: ref('Settings'), by },
  contribution: {
    player: Type.String({ description: 'Who contributed.' }),
    value: Type.String({ description: 'What was contributed.' }),
    chain: Type.Optional(Seq('The chain whose anchor the contributor had seen.')),
  },
  ruling: {
    chain: Seq('The chain it was rolled from.'),
    link: Type.Integer({ minimum: 1, description: 'How many rulings that chain has served, this one included.' }),
    seed: Hex('The link, published: hashes to the one before it.'),
    table: Hex('Table entropy used.'),
    by,
    actor: Type.Optional(Type.String({ description: 'Who at the table asked, as the caller claimed.' })),
    ruleset: Type.String({ description: 'The rulebook.' }),
    version: Type.String({ description: 'Its version.' }),
    action: Type.String({ description: 'What was adjudicated.' }),
    request: Type.Unknown({ description: 'As sent; for a continuation, the whole request it amounts to.' }),
    rolls: Rolls,
    outcome: Type.Unknown({ description: 'What happened; its form is the action’s.' }),
  },
  note: {
    about: Seq('The entry it is about.'),
    text: Type.String({ description: 'What it says.' }),
    by,
  },
  closed: { by },
} as const;

const tree = {
  size: Type.Integer({ minimum: 1, description: 'Entries in the record right after this one: `seq` + 1.' }),
  root: Hex('Root of the Merkle tree right after this entry, in hex.'),
};
/** What {@link CheckpointQuery} adds to an answer. */
const checkpoint = Type.Optional(SignedNote('With `?checkpoint=true`: the record right after this entry.'));

const rulingExtras = {
  ...tree,
  bound: Type.Union([Type.String(), Type.Null()], {
    description:
      'The last contributor before it, if that contribution names this chain: he knows that nobody chose these dice after him.',
  }),
  explanation: Type.Array(Type.String(), {
    description: 'The outcome in short sentences, in the language asked for; made when answering, never recorded.',
  }),
};

export const Entry = Type.Union(
  KINDS.map((kind) => entryOf(kind, entryMembers[kind], `An entry of kind \`${kind}\`.`)),
  { $id: 'Entry', description: 'One entry of the record, exactly as recorded.' },
);

/** An entry of one kind as answered to whoever recorded it. */
export const recordedEntry = (kind: Exclude<keyof typeof entryMembers, 'ruling'>): TSchema =>
  entryOf(
    kind,
    { ...entryMembers[kind], ...tree, checkpoint },
    `An entry of kind \`${kind}\`, with the tree right after it.`,
  );

/** A ruling as answered: the entry's members and what follows from its place in the record. */
export const ruling = (request: TSchema, outcome: TSchema): TSchema =>
  entryOf(
    'ruling',
    { ...entryMembers.ruling, request, outcome, ...rulingExtras, checkpoint },
    'A ruling: the recorded entry, the tree right after it, and what it means in sentences.',
  );

export const RecordedEntry = Type.Union(
  KINDS.map((kind) =>
    kind === 'ruling'
      ? entryOf(kind, { ...entryMembers.ruling, ...rulingExtras }, 'A ruling.')
      : entryOf(kind, { ...entryMembers[kind], ...tree }, `An entry of kind \`${kind}\`.`),
  ),
  { $id: 'RecordedEntry', description: 'One entry, with the tree right after it; a ruling also explained.' },
);

export const NewContribution = Strict(
  {
    player: Name('Who contributes.'),
    value: ContributionValue,
    chain: Type.Optional(Seq('The chain whose anchor was seen. Left out: mixed in, but it binds nobody.')),
  },
  { examples: [{ player: 'Änne', value: 'Würfelglück' }] },
);

export const NewNote = Strict(
  {
    about: Seq('The entry it is about; must be in the record.'),
    text: Type.String({ minLength: 1, maxLength: 1000, format: 'text', description: '1–1,000 characters.' }),
  },
  { examples: [{ about: 1, text: 'Agreed at the table before the first shot.' }] },
);

/** A call that says everything by its path. Its body may be left out. */
export const Nothing = Strict({});

export const NewAccount = Strict({ name: Name('Whose account it is.') }, { examples: [{ name: 'Dice bot' }] });
export const Account = Strict(
  { id: Id('The account.'), name: Type.String({ description: 'Whose it is.' }), createdAt: Time('When it was made.') },
  { $id: 'Account' },
);

const Scopes = Type.Array(OneOf(SCOPES, '`play` and `manage` include `read`.'), {
  minItems: 1,
  uniqueItems: true,
  description:
    'What the key may do: `read`; `play`: record actions, contributions and notes; `manage`: campaigns, settings, chains, closing; `admin`: accounts and keys.',
});
export const NewKey = Strict(
  {
    account: Type.Optional(Id('Whose key it is. Left out: the account of the key that asks.')),
    label: Name('Appears as `by` in the record.'),
    scopes: Scopes,
  },
  { examples: [{ label: 'dice bot', scopes: ['play'] }] },
);
const keyInfo = {
  id: Id('The key’s own id, for revoking it.'),
  account: Id('Whose key it is.'),
  label: Type.String({ description: 'Appears as `by` in the record.' }),
  scopes: Scopes,
  createdAt: Time('When it was made.'),
  revokedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'When it was revoked.' }),
};
export const KeyInfo = Strict(keyInfo, { $id: 'KeyInfo', description: 'A key, without the key itself.' });
export const MadeKey = Strict(
  { ...keyInfo, key: Type.String({ description: 'The key. Shown now and never again: only a hash is kept.' }) },
  { $id: 'MadeKey' },
);

export const Problem = Type.Object(
  {
    type: Type.String({ description: 'Path of this service that explains the problem.' }),
    title: Type.String({ description: 'What kind of problem it is.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What is wrong with this request.' }),
    code: Type.String({ description: 'The problem’s name, for programs.' }),
    requestId: Type.String({ description: 'To be quoted when asking for help.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.Optional(Type.String({ description: 'JSON Pointer into the body.' })),
          parameter: Type.Optional(Type.String({ description: 'The query or path parameter.' })),
          header: Type.Optional(Type.String({ description: 'The header.' })),
          code: Type.String({ description: 'What kind of fault it is.' }),
          detail: Type.String({ description: 'What is wrong there.' }),
        }),
        { description: 'Every fault of the request.' },
      ),
    ),
    reasons: Type.Optional(
      Type.Array(
        Type.Object({
          code: Type.String({ description: 'From the ruleset’s closed list.' }),
          who: Type.Optional(Type.String({ description: 'The figure or player it is about.' })),
        }),
        { description: 'Every reason why the rules say no.' },
      ),
    ),
    explanation: Type.Optional(Type.Array(Type.String(), { description: 'The reasons in sentences.' })),
    chain: Type.Optional(Seq('The current chain.')),
    anchor: Type.Optional(Hex('Its anchor.')),
  },
  { $id: 'Problem', description: 'What went wrong (RFC 9457).' },
);

/** The problems a call can answer with, as responses of the API document. */
export const problems = (...statuses: readonly number[]): Record<number, unknown> =>
  Object.fromEntries(
    [...new Set([...statuses, 500])].map((status) => [
      status,
      { description: STATUS_TEXT[status], content: { 'application/problem+json': { schema: ref('Problem') } } },
    ]),
  );

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'The request is not valid; `errors` names every fault.',
  401: 'No key, or an unknown or revoked one.',
  403: 'The key may not do this.',
  404: 'There is nothing here, or it is private.',
  409: 'The record does not allow it any more.',
  413: 'Too large: a body may have 64 KiB, and so may an entry.',
  415: 'Not JSON.',
  422: 'The rules say no, or the Idempotency-Key stands for another request.',
  501: 'This service signs no checkpoints.',
  428: 'The campaign demands an Idempotency-Key or a contribution.',
  500: 'Something went wrong in the service.',
  503: 'Not available at the moment; `Retry-After` says when to try again.',
};

const proof = Type.Array(Hex('A hash.'), { description: 'Hashes in the order of RFC 9162.' });
export const InclusionProof = Type.Object(
  {
    seq: Seq('The entry.'),
    size: Type.Integer({ minimum: 1, description: 'How many entries the tree has.' }),
    leaf: Hex('The entry’s leaf hash: SHA-256(0x00 ‖ bytes).'),
    proof,
  },
  { $id: 'InclusionProof', description: 'That an entry stands in the record (RFC 9162 §2.1.3).' },
);
export const ConsistencyProof = Type.Object(
  {
    from: Type.Integer({ minimum: 1, description: 'How many entries the earlier tree had.' }),
    to: Type.Integer({ minimum: 1, description: 'How many the later one has.' }),
    proof,
  },
  { $id: 'ConsistencyProof', description: 'That the record only grew (RFC 9162 §2.1.4).' },
);
export const VerifierKeyList = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        key: Type.String({ description: 'A verifier key as https://c2sp.org/signed-note writes it.' }),
        since: Time('From when on new checkpoints were signed with it.'),
        until: Type.Optional(Time('When another key took over; left out for the current one.')),
      }),
    ),
  },
  { $id: 'VerifierKeyList', description: 'Every key that ever signed checkpoints here, oldest first.' },
);

export const CampaignParams = Type.Object({ campaign: Type.String({ description: 'The campaign’s id.' }) });
export const EntryParams = Type.Object({
  campaign: Type.String({ description: 'The campaign’s id.' }),
  seq: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'The entry’s position in the record.' }),
});

/** A call that takes no query parameters: one that is not understood must not be passed over. */
export const NoQuery = Strict({});

/** A call that records something can answer with a checkpoint. */
export const CheckpointQuery = Strict({
  checkpoint: Type.Optional(
    Type.Boolean({ description: 'Answer with a checkpoint of the record right after this, too. Default false.' }),
  ),
});
export type CheckpointQuery = Static<typeof CheckpointQuery>;

export const ListQuery = Strict({
  after: Type.Optional(Id('Only what comes after this id.')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'At most this many. Default 20.' })),
});
export const cursorOf = Type.Union([Type.String(), Type.Null()], {
  description: 'Path of the next page; null at the end.',
});

const Finding = Type.Object({
  check: Type.String({ description: 'Which check failed: bytes, place, seed, table, rolls, outcome or version.' }),
  detail: Type.String({ description: 'What does not hold.' }),
});
export const Replay = Type.Object(
  {
    matches: Type.Boolean({ description: 'Everything recorded was found again, byte for byte.' }),
    version: Type.String({ description: 'The version it was adjudicated under this time.' }),
    outcome: Type.Optional(Type.Unknown({ description: 'What came of it.' })),
    rolls: Type.Optional(Rolls),
    differences: Type.Optional(
      Type.Array(Type.Unknown(), {
        description: 'JSON Patch (RFC 6902) from the recorded `{rolls, outcome}` to these.',
      }),
    ),
    refused: Type.Optional(
      Type.Array(Type.Unknown(), {
        description: 'Why this version does not take the request: `{code, who?, pointer?}`.',
      }),
    ),
    findings: Type.Array(Finding, { description: 'What does not hold; empty when all does.' }),
  },
  { $id: 'Replay', description: 'A recorded ruling, adjudicated again.' },
);

const Procedures = Type.Array(
  Type.Object({
    name: Type.String({ description: 'As recorded.' }),
    path: Type.String({ description: 'Where to send it.' }),
    summary: Type.String({ description: 'What it does.' }),
  }),
);
export const Rulesets = Type.Object(
  {
    rulesets: Type.Array(
      Type.Object({
        id: Type.String({ description: 'First part of its URLs.' }),
        version: Type.String({ description: 'Edition and revision.' }),
        title: Type.String({ description: 'Its title.' }),
        edition: Type.String({ description: 'The edition it follows.' }),
        source: Type.String({ description: 'The text it follows, and what prevails in doubt.' }),
        decisions: Type.Array(Type.String(), { description: 'What was decided where the text is silent.' }),
        gaps: Type.Array(Type.String(), { description: 'What is known to be missing.' }),
        checks: Procedures,
        actions: Procedures,
      }),
    ),
  },
  { description: 'The rulebooks.' },
);

/** The components of the API document. */
export const COMPONENTS = [
  Settings,
  CampaignSummary,
  Campaign,
  Entry,
  RecordedEntry,
  Account,
  KeyInfo,
  MadeKey,
  Replay,
  InclusionProof,
  ConsistencyProof,
  VerifierKeyList,
  Problem,
];

/** A call that anyone may make for a public campaign. */
export const KEY_OR_PUBLIC = [{ key: [] }, {}];

export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'New for each intent, the same for each retry: what was recorded once is answered again, never done twice. 1–255 visible ASCII characters. Demanded, unless the settings of the campaign waive it.',
    }),
  ),
});
export const LanguageHeader = {
  'accept-language': Type.Optional(Type.String({ description: '`de` or `en`; the language of the sentences.' })),
};
