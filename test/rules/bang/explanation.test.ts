import { describe, expect, it } from 'vitest';
import { givenDice } from '../../../src/dice/given-dice.js';
import { ATTACK_CARDS, CARD_RULES } from '../../../src/rules/bang/cards.js';
import { COPIED } from '../../../src/rules/bang/characters.js';
import { CANONICAL_CARDS_IN_PLAY } from '../../../src/rules/bang/equipment.js';
import { bang } from '../../../src/rules/bang/index.js';
import { REASONS } from '../../../src/rules/bang/reasons.js';
import { isWeaponCard, WEAPONS } from '../../../src/rules/bang/weapons.js';
import { LANGUAGES, type Language, type Phrase } from '../../../src/rules/ruleset.js';
import { NEWS } from './expansion-tellings.js';
import { ROWS } from './expansion-vectors.js';
import { keysOf, rendered } from './rendering.js';
import { barrel, drawn, shot } from './shots.js';
import { type Vector, vectors } from './vectors.js';

const [attack] = bang.actions;

function told({ request, rolls = [], reasons }: Pick<Vector, 'request' | 'rolls' | 'reasons'>): readonly Phrase[] {
  if (reasons !== undefined) return attack!.explainRefusal(request, reasons);
  return attack!.explain(request, attack!.adjudicate(request, givenDice(rolls)));
}

const everyChange = shot(
  {},
  {
    equipment: ['scope', 'binoculars'],
    character: 'rose-doolan',
    distanceModifiers: [{ label: 'Hügel', view: 'outgoing', by: 0 }],
  },
  { equipment: ['mustang', 'hideout'], character: 'paul-regret' },
);

/** The attacks among the expansions' vectors. */
const EXPANSIONS = ROWS.flatMap(({ matters, nearly }) => [...matters, ...nearly])
  .filter(({ path, faults }) => path === 'attacks' && faults === undefined)
  .map(({ name, request, draws = [], reasons }) => ({
    name,
    request,
    rolls: drawn(draws),
    ...(reasons !== undefined && { reasons: attack!.refusals(request) }),
  }));

/** Everything there is to tell: all vectors, and each card, weapon and card drawn once. */
const TELLINGS: (Pick<Vector, 'request' | 'rolls' | 'reasons'> & { name: string })[] = [
  ...['bang-attacks', 'own-bang-attacks'].flatMap((file) => vectors(file).filter(({ faults }) => faults === undefined)),
  { name: 'every change', request: everyChange },
  { name: 'the floor', request: shot({}, { equipment: ['scope'] }) },
  ...WEAPONS.map((weapon) => ({ name: weapon, request: shot({}, { weapon }) })),
  ...ATTACK_CARDS.map((card) => {
    const { affects, event, atCard } = CARD_RULES[card];
    const { target, ...all } = shot(
      { card, ...(event !== undefined && { events: [event] }), ...(atCard && { targetCard: 'barrel' }) },
      { character: 'doc-holyday' },
      { equipment: ['barrel'] },
    );
    const rolls = affects === 'one' && (card === 'duel' || card === 'ricochet') ? [] : [barrel(1)];
    if (affects === 'one') return { name: card, request: { ...all, target }, rolls };
    return { name: card, request: all, rolls: card === 'indians' ? [] : rolls };
  }),
  ...EXPANSIONS,
  ...NEWS,
  ...COPIED.map((copies) => ({ name: copies, request: shot({ card: 'duel' }, { character: 'vera-custer', copies }) })),
  ...CANONICAL_CARDS_IN_PLAY.map((targetCard) => ({
    name: `Ricochet at ${targetCard}`,
    request: shot(
      { card: 'ricochet', targetCard, events: ['ricochet'] },
      {},
      isWeaponCard(targetCard) ? { weapon: targetCard } : { equipment: [targetCard] },
    ),
  })),
  ...Array.from({ length: 80 }, (_, i) => ({
    name: `card ${i + 1} drawn`,
    request: shot({}, {}, { equipment: ['barrel'] }),
    rolls: [barrel(i + 1)],
  })),
];

describe('phrases', () => {
  it('are exactly those that an explanation can use, and the names of purposes', () => {
    const used = new Set(TELLINGS.flatMap(told).flatMap(keysOf));
    for (const purpose of bang.purposes) used.add(`purpose.${purpose}`);
    expect([...used].sort()).toEqual(Object.keys(bang.phrases).sort());
  });

  it.each(LANGUAGES)('give whole sentences in every telling (%s)', (language) => {
    for (const telling of TELLINGS) {
      for (const phrase of told(telling)) {
        expect(rendered(phrase, language), telling.name).toMatch(/^[^\s{}][^{}]*[.!]$/u);
      }
    }
  });

  it('differ by nothing but words: both languages put in the same values', () => {
    const values = (template: string) =>
      [...new Set([...template.matchAll(/\{(\w+)[},]/g)].map(([, name]) => name))].sort();
    for (const [key, { de, en }] of Object.entries(bang.phrases)) expect(values(de), key).toEqual(values(en));
  });
});

describe('a refusal', () => {
  const refused = [...vectors('own-bang-attacks'), ...EXPANSIONS].filter(({ reasons }) => reasons !== undefined);

  it('has a sentence for each reason, in order', () => {
    for (const vector of refused) {
      const sentences = told(vector).filter(({ phrase }) => phrase.startsWith('reason.'));
      expect(sentences, vector.name).toHaveLength(vector.reasons!.length);
    }
    const seen = new Set(refused.flatMap(({ reasons }) => reasons!.map(({ code }) => code)));
    // What stands against Jail only is checked, never refused: Jail is no attack.
    const checkedOnly = ['sheriff', 'duplicate-card', 'judge'];
    expect([...seen].sort()).toEqual(REASONS.filter((code) => !checkedOnly.includes(code)).sort());
  });

  it('is not made up for a reason that does not exist', () => {
    expect(() => attack!.explainRefusal(shot({}), [{ code: 'bad-luck' }])).toThrow(/no sentence/);
  });

  it.each([
    {
      name: 'an eliminated attacker and target',
      request: shot({}, { active: false }, { active: false }),
      de: ['Anna ist ausgeschieden und spielt keine Karten mehr.', 'Ben ist ausgeschieden und kein Ziel mehr.'],
      en: ['Anna is out of the game and plays no more cards.', 'Ben is out of the game and no target any more.'],
    },
    {
      name: 'too far, and the one BANG! is gone',
      request: shot({ target: 'Carla', bangsPlayed: 1 }),
      de: [
        'Von Anna zu Carla: 2 in beiden Richtungen, also Sitzabstand 2.',
        'Distanz 2.',
        'Keine Waffenkarte ausgelegt, also Colt .45 mit Reichweite 1.',
        'Zu weit: Carla ist auf Distanz 2, Reichweite 1.',
        'Das BANG! für diesen Zug ist schon gespielt.',
      ],
      en: [
        'From Anna to Carla: 2 either way, so seat distance 2.',
        'Distance 2.',
        'No weapon card in play, so the Colt .45 with reach 1.',
        'Too far: Carla is at distance 2, reach 1.',
        'This turn’s BANG! has already been played.',
      ],
    },
    {
      name: 'another limit',
      request: shot({ bangsPlayed: 3, bangLimit: 2 }),
      de: ['BANG! in diesem Zug: 3 gespielt, 2 erlaubt.'],
      en: ['BANG! this turn: 3 played, 2 allowed.'],
    },
    {
      name: 'more than the one BANG! already played',
      request: shot({ bangsPlayed: 2 }),
      de: ['BANG! in diesem Zug: 2 gespielt, 1 erlaubt.'],
      en: ['BANG! this turn: 2 played, 1 allowed.'],
    },
    {
      name: 'oneself',
      request: shot({ card: 'duel', target: 'Anna' }),
      de: ['Duell lässt sich nicht gegen den eigenen Platz spielen.'],
      en: ['Duel can’t be played against one’s own seat.'],
    },
  ])('says why: $name', ({ request, de, en }) => {
    const said = attack!.explainRefusal(request, attack!.refusals(request));
    expect(said.map((phrase) => rendered(phrase, 'de'))).toEqual(de);
    expect(said.map((phrase) => rendered(phrase, 'en'))).toEqual(en);
  });
});

describe('an attack is told', () => {
  it.each([
    {
      name: 'a Barrel fails, a Missed! saves',
      request: shot({ answers: { Ben: { missed: 1 } } }, {}, { equipment: ['barrel'] }),
      rolls: [barrel(13)],
      de: [
        'Von Anna zu Ben: 1 im Uhrzeigersinn, 3 andersherum, also Sitzabstand 1.',
        'Distanz 1.',
        'Keine Waffenkarte ausgelegt, also Colt .45 mit Reichweite 1.',
        'BANG! gegen Ben ist erlaubt.',
        'Für Ben: 1 × Verfehlt! nötig.',
        'Ben zieht Pik Bube: hilft nicht.',
        'Ben spielt ein Verfehlt! und kommt davon.',
        'Gezogen aus den 80 Karten des Grundspiels; der Stapel am Tisch ist dem Dienst unbekannt.',
      ],
      en: [
        'From Anna to Ben: 1 clockwise, 3 the other way, so seat distance 1.',
        'Distance 1.',
        'No weapon card in play, so the Colt .45 with reach 1.',
        'BANG! against Ben is allowed.',
        'Ben needs 1 × Missed! to get away.',
        'Ben draws Jack of spades: no help.',
        'Ben plays one Missed! and gets away.',
        'Drawn from the 80 cards of the base game; the service does not know the pile on the table.',
      ],
    },
    {
      name: 'Slab the Killer, a single Missed! and the last life point',
      request: shot(
        { answers: { Ben: { missed: 1 } } },
        {
          character: 'slab-the-killer',
          weapon: 'winchester',
          distanceModifiers: [{ label: 'Hügel', view: 'outgoing', by: -3 }],
        },
        { equipment: ['mustang'], life: 1 },
      ),
      rolls: [],
      de: [
        'Von Anna zu Ben: 1 im Uhrzeigersinn, 3 andersherum, also Sitzabstand 1.',
        '„Hügel“ bei Anna: −3, Mustang von Ben: +1.',
        'Rechnerisch −1, mindestens aber 1: Distanz 1.',
        'Winchester reicht bis 5.',
        'BANG! gegen Ben ist erlaubt.',
        'Für Ben: 2 × Verfehlt! nötig, denn Anna ist Slab the Killer.',
        'Ein einziges Verfehlt! genügt nicht und bleibt auf der Hand.',
        'Ben wird getroffen: Lebenspunkte 1 → 0.',
        'Das war der letzte Lebenspunkt: Ben scheidet aus.',
        'Ein Bier für den letzten Lebenspunkt ist Sache des Tisches.',
      ],
      en: [
        'From Anna to Ben: 1 clockwise, 3 the other way, so seat distance 1.',
        '“Hügel” of Anna: −3, Mustang of Ben: +1.',
        'That makes −1, but at least 1: distance 1.',
        'Winchester reaches 5.',
        'BANG! against Ben is allowed.',
        'Ben needs 2 × Missed! to get away, for Anna is Slab the Killer.',
        'A single Missed! is not enough and stays in hand.',
        'Ben is hit: life 1 → 0.',
        'That was the last life point: Ben is eliminated.',
        'A Beer for the last life point is the table’s affair.',
      ],
    },
    {
      name: 'hearts save without a card',
      request: shot({ card: 'punch' }, {}, { equipment: ['barrel'] }),
      rolls: [barrel(40)],
      de: [
        'Von Anna zu Ben: 1 im Uhrzeigersinn, 3 andersherum, also Sitzabstand 1.',
        'Distanz 1.',
        'Punch hat die eigene Reichweite 1; die Waffe spielt keine Rolle.',
        'Punch gegen Ben ist erlaubt.',
        'Für Ben: 1 × Verfehlt! nötig.',
        'Ben zieht Herz Ass; Herz zählt wie ein Verfehlt!',
        'Ben kommt davon, ohne eine Karte zu spielen.',
        'Gezogen aus den 80 Karten des Grundspiels; der Stapel am Tisch ist dem Dienst unbekannt.',
      ],
      en: [
        'From Anna to Ben: 1 clockwise, 3 the other way, so seat distance 1.',
        'Distance 1.',
        'Punch has its own reach of 1; the weapon does not matter.',
        'Punch against Ben is allowed.',
        'Ben needs 1 × Missed! to get away.',
        'Ben draws Ace of hearts; hearts count as a Missed!',
        'Ben gets away without playing a card.',
        'Drawn from the 80 cards of the base game; the service does not know the pile on the table.',
      ],
    },
    {
      name: 'Indians!',
      request: { ...shot({ card: 'indians', answers: { Ben: { bangs: 1 } } }), target: undefined },
      rolls: [],
      de: [
        'Indianer! gilt allen anderen am Tisch, gleich wie weit.',
        'Jeweils ein BANG! nötig; Fass und Verfehlt! helfen hier nicht.',
        'Ben legt ein BANG! ab und bleibt verschont.',
        'Carla legt kein BANG! ab: Lebenspunkte 4 → 3.',
        'Dirk legt kein BANG! ab: Lebenspunkte 4 → 3.',
      ],
      en: [
        'Indians! affects everybody else at the table, at any distance.',
        'Everybody needs a BANG!; Barrel and Missed! do not help here.',
        'Ben discards a BANG! and is spared.',
        'Carla discards no BANG!: life 4 → 3.',
        'Dirk discards no BANG!: life 4 → 3.',
      ],
    },
    {
      name: 'a Duel that the challenger loses',
      request: shot({ card: 'duel', target: 'Carla', answers: { Anna: { bangs: 1 }, Carla: { bangs: 2 } } }),
      rolls: [],
      de: [
        'Duell fragt nicht nach der Entfernung.',
        'Duell gegen Carla ist erlaubt.',
        'BANG! im Duell: Carla legt 2, Anna 1.',
        'Von Anna kommt kein BANG! mehr: Lebenspunkte 4 → 3.',
      ],
      en: [
        'Duel works at any distance.',
        'Duel against Carla is allowed.',
        'BANG! in the Duel: Carla plays 2, Anna 1.',
        'No further BANG! from Anna: life 4 → 3.',
      ],
    },
    {
      name: 'a Duel that is over at once',
      request: shot({ card: 'duel', target: 'Carla' }),
      rolls: [],
      de: [
        'Duell fragt nicht nach der Entfernung.',
        'Duell gegen Carla ist erlaubt.',
        'Carla legt kein BANG! und verliert das Duell sofort: Lebenspunkte 4 → 3.',
      ],
      en: [
        'Duel works at any distance.',
        'Duel against Carla is allowed.',
        'Carla plays no BANG! and loses the Duel at once: life 4 → 3.',
      ],
    },
  ])('cause before effect: $name', ({ request, rolls, de, en }) => {
    const said = told({ request, rolls });
    expect(said.map((phrase) => rendered(phrase, 'de'))).toEqual(de);
    expect(said.map((phrase) => rendered(phrase, 'en'))).toEqual(en);
  });

  it.each(NEWS)('with what the expansions add: $name', ({ de, en, ...telling }) => {
    const said = told(telling);
    if (telling.reasons !== undefined) expect(attack!.refusals(telling.request)).toEqual(telling.reasons);
    for (const [language, sentences] of Object.entries({ de, en })) {
      const words = said.map((phrase) => rendered(phrase, language as Language));
      expect(words.filter((sentence) => sentences.includes(sentence))).toEqual(sentences);
    }
  });

  it('without a word of Ambush where the card asks for no distance', () => {
    const said = told({ request: shot({ card: 'springfield', events: ['ambush'] }) }).map(({ phrase }) => phrase);
    expect(said).toEqual(['reach.any', 'legal', 'hit.needs', 'hit.hit']);
  });

  it('with the distance counted both ways, when both are the same', () => {
    const said = told({ request: shot({ target: 'Carla' }, { weapon: 'schofield' }) });
    expect(rendered(said[0]!, 'de')).toBe('Von Anna zu Carla: 2 in beiden Richtungen, also Sitzabstand 2.');
    expect(rendered(said[0]!, 'en')).toBe('From Anna to Carla: 2 either way, so seat distance 2.');
  });

  it('with a true sign before each change', () => {
    const changes = told({ request: everyChange }).find(({ phrase }) => phrase === 'distance.changes');
    expect(rendered(changes!, 'de')).toBe(
      'Zielfernrohr von Anna: −1, Binoculars von Anna: −1, Anna ist Rose Doolan: −1, „Hügel“ bei Anna: ±0, Mustang von Ben: +1, Hideout von Ben: +1, Ben ist Paul Regret: +1.',
    );
  });

  it('without a word on a Missed! kept in hand when there was none', () => {
    const said = told({ request: shot({ answers: { Ben: { bangs: 1 } } }) }).map(({ phrase }) => phrase);
    expect(said.slice(-2)).toEqual(['hit.needs', 'hit.hit']);
  });

  it('with a sentence on the pile only when a card was drawn, once however many', () => {
    const gatling = vectors('own-bang-attacks').filter(({ name }) => name.startsWith('Gatling: all Barrels'));
    expect(gatling).toHaveLength(1);
    const keys = (telling: Pick<Vector, 'request' | 'rolls'>) => told(telling).map(({ phrase }) => phrase);
    expect(keys(gatling[0]!).filter((key) => key === 'deck')).toHaveLength(1);
    expect(keys({ request: shot({}) })).not.toContain('deck');
  });
});
