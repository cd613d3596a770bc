import type { Attack, AttackContinuation, Target } from '#src/rules/erbarmungslos/attack-model.js';
import type { AttackOutcome } from '#src/rules/erbarmungslos/attack-outcome.js';

/** Numbers from 0 to below 1 that look random and are the same in every run (mulberry32). */
export function sameEveryRun(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const NAMES = [
  ...['Rupert', 'Dimitri', 'Ivan', 'Jeremiah McGraw', 'Revolvermann', 'Doña Inés', 'Kopfgeldjäger', 'Sheriff Boone'],
  ...['Wolfgang', 'Old Pete', 'Der Stumme', 'Mathilda', 'Grete Müller', 'Bandit 1', 'Bandit 2', 'Bandit 3', 'Deputy'],
];
const WEAPONS: readonly Attack['weapon'][] = [
  { name: 'Pistole', range: 20 },
  { name: 'Revolver', range: 20, shots: 2 },
  { name: 'Zwei Revolver', range: 16, shots: 3, actionPoints: 2 },
  { name: 'Büchse', range: 60, actionPoints: 2 },
  { name: 'Schrotflinte', range: 12 },
  { name: 'Bogen', range: 24.5, endsActivation: false },
];
const COVERS: readonly Target['cover'][] = [undefined, undefined, 'none', 'light', 'light', 'heavy', 'very-heavy'];
const CIRCUMSTANCES = [
  { label: 'Nacht', dice: -1 },
  { label: 'Scharfschütze', dice: 1 },
  { label: 'Regen', dice: -2 },
];
const ARMOUR = [
  { label: 'Weste', dice: 1 },
  { label: 'Zäh', dice: 1, pool: 'resistance' as const },
];

/** Attacks as players send them: other figures, weapons, distances, cover and circumstances each time. All are legal. */
export class AttackRequests {
  constructor(private readonly random: () => number) {}

  attack(): Attack {
    const [shooter, ...others] = this.#names(this.#now(0.7) ? 2 : 3);
    const maxLife = 4 + this.#upTo(3);
    const weapon = this.#one(WEAPONS);
    const targets = others.map((id) => this.#target(id, weapon.range));
    const shots = this.#now(0.6) ? 1 : 1 + this.#upTo((weapon.shots ?? 1) - 1);
    return {
      shooter: { id: shooter!, ranged: 3 + this.#upTo(6), life: maxLife - this.#upTo(3), maxLife },
      weapon,
      ...(this.#now(0.2) && { aim: 1 }),
      ...(this.#now(0.1) && { mounted: true }),
      ...(this.#now(0.2) && { modifiers: [this.#one(CIRCUMSTANCES)] }),
      ...(this.#now(0.3) && { options: { seriousWounds: true } }),
      targets,
      shots: Array.from({ length: shots }, () => ({ at: others.slice(this.#upTo(others.length - 1)) })),
    };
  }

  /** A further shot at somebody whom an attack's first shots have left able; undefined when there is nobody. */
  further(continues: number, { targets }: Attack, { figures }: AttackOutcome): AttackContinuation | undefined {
    const target = targets.find(({ id }) => (figures.find((figure) => figure.id === id)?.state ?? 'able') === 'able');
    if (target === undefined) return undefined;
    const life = figures.find((figure) => figure.id === target.id)?.life ?? target.life;
    return { continues, targets: [{ ...target, life }], shots: [{ at: [target.id] }] };
  }

  #target(id: string, range: number): Target {
    const maxLife = 3 + this.#upTo(3);
    const cover = this.#one(COVERS);
    const distance = 1 + this.#upTo(Math.floor(range) - 1);
    return {
      id,
      dodge: this.#upTo(4),
      resistance: 1 + this.#upTo(3),
      life: maxLife - this.#upTo(2),
      maxLife,
      ...(this.#now(0.15)
        ? { positions: { from: { x: 1.5, y: 2 }, to: { x: 1.5 + distance, y: 2, base: 2.5 } } }
        : { distance: this.#now(0.3) ? distance - 0.5 : distance }),
      visible: true,
      ...(cover !== undefined && { cover }),
      ...(this.#now(0.2) && { modifiers: [this.#one(ARMOUR)] }),
    };
  }

  #names(count: number): string[] {
    const first = this.#upTo(NAMES.length - 1);
    return Array.from({ length: count }, (_, i) => NAMES[(first + 3 * i) % NAMES.length]!);
  }

  #now(probability: number): boolean {
    return this.random() < probability;
  }

  #upTo(most: number): number {
    return Math.floor(this.random() * (most + 1));
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#upTo(list.length - 1)]!;
  }
}
