import type { Continuation, Fault, PastRuling, Resumed, Watch } from '../ruleset.js';
import { continuationFaults } from './attack-faults.js';
import { type Attack, AttackContinuation, type Shooter, type Target } from './attack-model.js';
import type { AttackOutcome } from './attack-outcome.js';
import type { Execution } from './execution.js';
import type { HostageTaking } from './hostage.js';
import type { Figure } from './model.js';

/**
 * Further shots of an action that has some left ("Mehrere Schüsse pro Aktion"): the player sees what a shot did before
 * choosing the next target. Life and states come from the record, never from a claim that contradicts it.
 */
export const continuation: Continuation<Attack, AttackContinuation> = {
  sent: AttackContinuation,
  examples: [
    {
      summary: 'The second shot of a revolver, at a figure that the first shot did not touch',
      request: {
        continues: 2,
        targets: [
          { id: 'Ivan', dodge: 1, resistance: 2, life: 5, maxLife: 5, distance: 15, visible: true, cover: 'light' },
        ],
        shots: [{ at: ['Ivan'] }],
      },
    },
    {
      summary: 'The second shot at the same figure: the record knows its life',
      request: {
        continues: 2,
        targets: [{ id: 'Revolvermann', dodge: 1, resistance: 2, maxLife: 5, distance: 12, visible: true }],
        shots: [{ at: ['Revolvermann'] }],
      },
    },
  ],
  continues: (attack) => attack.continues,
  faults: continuationFaults,
  resume,
  watch,
};

/** The whole attack that continues another, as it will be recorded. */
export function resume(rulings: readonly PastRuling[], sent: AttackContinuation): Resumed<Attack> {
  const next = rulings.find((ruling) => isAttack(ruling) && ruling.request.continues === sent.continues);
  if (next !== undefined) {
    return {
      refused: 'already-continued',
      detail: `Ruling ${sent.continues} was continued by ruling ${next.seq}: continue that one.`,
    };
  }
  const base = rulings.find((ruling) => ruling.seq === sent.continues);
  if (base === undefined || !isAttack(base)) {
    return { refused: 'not-continuable', detail: `Ruling ${sent.continues} is no attack.` };
  }
  const shooter = base.request.shooter.id;
  const closing = rulings.find((ruling) => ruling.seq > base.seq && actor(ruling) === shooter);
  if (closing !== undefined) {
    const detail = `The action of ruling ${base.seq} ended when the same figure acted in ruling ${closing.seq}.`;
    return { refused: 'action-closed', detail };
  }

  return resumed(base, sent, { figures: newestFigures(rulings), maxLives: maxLivesIn(rulings, shooter) });
}

/** What the record knows of the figures since an action began. */
interface Known {
  /** Life and state of every figure that a ruling touched, the newest word about each. */
  readonly figures: ReadonlyMap<string, Figure>;
  /** What the shooter said of his targets first: their life when unhurt does not change within an action. */
  readonly maxLives: ReadonlyMap<string, number>;
}

/** The attack that goes on from another one, if what is sent fits what is known. */
function resumed(base: PastAttack, sent: AttackContinuation, { figures, maxLives }: Known): Resumed<Attack> {
  const faults: Fault[] = [];
  const contradicts: Fault[] = [];
  const targets = sent.targets.map((target, i) => {
    const pointer = `/targets/${i}`;
    const known = figures.get(target.id);
    if (known !== undefined) {
      contradicts.push(...contradictions(pointer, target, known), ...otherMaxLife(pointer, target, maxLives));
      return { ...target, ...missing(target, known) } as Target;
    }
    if (target.life === undefined) {
      const detail = 'This action has not touched the figure yet, so its life must be sent.';
      faults.push({ pointer: `${pointer}/life`, code: 'missing', detail });
    }
    return target as Target;
  });
  if (faults.length > 0) return { faults };
  if (contradicts.length > 0) return { contradicts };
  return { request: continued(base, targets, sent, figures.get(base.request.shooter.id)) };
}

/** An action that has shots left and whose shooter has not acted since. */
interface OpenAction {
  /** Number of the ruling it began with. */
  readonly first: number;
  /** Its newest ruling. */
  readonly newest: PastAttack;
  readonly maxLives: ReadonlyMap<string, number>;
}

/** The newest word about a figure, and the ruling that has it. */
interface Touch {
  readonly figure: Figure;
  readonly seq: number;
}

/** @see {@link Continuation.watch} */
function watch(): Watch {
  const open = new Map<string, OpenAction>();
  const figures = new Map<string, Touch>();
  return (ruling) => {
    const who = actor(ruling);
    const action = who === undefined ? undefined : open.get(who);
    const isContinued = isAttack(ruling) && continuesSome(ruling);
    const wrong = isContinued ? wrongWith(ruling, action, figures) : undefined;
    if (who !== undefined) open.delete(who);
    if (isAttack(ruling) && ruling.outcome.shotsLeft > 0) {
      const began = isContinued && wrong === undefined ? action : undefined;
      open.set(ruling.request.shooter.id, {
        first: began?.first ?? ruling.seq,
        newest: ruling,
        maxLives: new Map([...maxLivesIn([ruling], ruling.request.shooter.id), ...(began?.maxLives ?? [])]),
      });
    }
    // What happened to a figure matters only to an action that had begun.
    if (open.size === 0) figures.clear();
    else for (const figure of touched(ruling)) figures.set(figure.id, { figure, seq: ruling.seq });
    return wrong;
  };
}

/** Whether an attack says that it goes on from another: only the service can say so, and says both. */
const continuesSome = ({ request: { continues, shotsFired } }: PastAttack): boolean =>
  continues !== undefined || shotsFired !== undefined;

/** @param action the open action of the same figure, if it has one */
function wrongWith(
  { request }: PastAttack,
  action: OpenAction | undefined,
  figures: ReadonlyMap<string, Touch>,
): string | undefined {
  const { continues, targets, shots } = request;
  if (continues === undefined) return 'says that shots were fired before it, but not which ruling it continues';
  if (action === undefined || action.newest.seq !== continues) {
    return `continues ruling ${continues}, which is no attack with shots left, was continued before, or ended when the figure acted again`;
  }
  const since = new Map<string, Figure>();
  for (const [id, { figure, seq }] of figures) if (seq >= action.first) since.set(id, figure);
  const sent = { continues, targets, shots };
  const due = resumed(action.newest, sent, { figures: since, maxLives: action.maxLives });
  if ('request' in due && JSON.stringify(due.request) === JSON.stringify(request)) return undefined;
  return `is not what continues ruling ${continues}: shooter, weapon, shots or figures are others than the record has`;
}

/** A ruling that this ruleset recorded as an attack: its members have the schemas' types. */
interface PastAttack extends PastRuling {
  readonly request: Attack;
  readonly outcome: AttackOutcome;
}

function isAttack(ruling: PastRuling): ruling is PastAttack {
  return ruling.action === 'attack';
}

/** The continued attack with other targets and shots; what makes it a continuation comes last, or is there already. */
function continued(
  { request, outcome }: PastAttack,
  targets: Target[],
  { continues, shots }: AttackContinuation,
  shooter: Figure | undefined,
): Attack {
  return {
    ...request,
    shooter: shooter === undefined ? request.shooter : withNewest(request.shooter, shooter),
    targets,
    shots,
    continues,
    shotsFired: (request.weapon.shots ?? 1) - outcome.shotsLeft,
  };
}

/** A shooter whom another ruling touched since the action began. */
function withNewest(shooter: Shooter, { life, state }: Figure): Shooter {
  if (state === 'able' && shooter.state === undefined) return { ...shooter, life };
  return { ...shooter, life, state };
}

/** What the record knows of a figure and the request leaves out; a state that is the default stays left out. */
function missing(target: { life?: number; state?: string }, { life, state }: Figure): Partial<Figure> {
  return {
    ...(target.life === undefined ? { life } : {}),
    ...(target.state === undefined && state !== 'able' ? { state } : {}),
  };
}

function contradictions(pointer: string, target: { life?: number; state?: string }, { life, state }: Figure): Fault[] {
  const faults: Fault[] = [];
  const code = 'contradicts-record';
  if (target.life !== undefined && target.life !== life) {
    faults.push({ pointer: `${pointer}/life`, code, detail: `By the record this figure has ${life} life.` });
  }
  if (target.state !== undefined && target.state !== state) {
    faults.push({ pointer: `${pointer}/state`, code, detail: `By the record this figure is ${state}.` });
  }
  return faults;
}

function otherMaxLife(
  pointer: string,
  target: Pick<Target, 'id' | 'maxLife'>,
  maxLives: ReadonlyMap<string, number>,
): Fault[] {
  const before = maxLives.get(target.id);
  if (before === undefined || before === target.maxLife) return [];
  const detail = `By the record this figure has ${before} life when unhurt.`;
  return [{ pointer: `${pointer}/maxLife`, code: 'contradicts-record', detail }];
}

function maxLivesIn(rulings: readonly PastRuling[], shooter: string): ReadonlyMap<string, number> {
  const maxLives = new Map<string, number>();
  for (const ruling of rulings) {
    if (!isAttack(ruling) || ruling.request.shooter.id !== shooter) continue;
    for (const { id, maxLife } of ruling.request.targets) if (!maxLives.has(id)) maxLives.set(id, maxLife);
  }
  return maxLives;
}

function newestFigures(rulings: readonly PastRuling[]): ReadonlyMap<string, Figure> {
  return new Map(rulings.flatMap(touched).map((figure) => [figure.id, figure]));
}

/** The figures that a ruling touched, as it left them. */
function touched({ outcome }: PastRuling): readonly Figure[] {
  return (outcome as { readonly figures?: readonly Figure[] }).figures ?? [];
}

/** Who acted in a ruling; a recovery is nobody's action. */
function actor({ action, request }: PastRuling): string | undefined {
  if (action === 'attack') return (request as Attack).shooter.id;
  if (action === 'execution') return (request as Execution).figure.id;
  if (action === 'hostage') return (request as HostageTaking).captor.id;
  return undefined;
}
