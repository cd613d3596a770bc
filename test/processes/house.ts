import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { ADMIN_KEY, type Call } from '../service.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** How long a process may take to start or to stop; the machine may be busy with other things. */
const PATIENCE_MS = 60_000;
vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Heard {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed, when it is JSON. */
  readonly body: any;
}

/** The service as it runs in production: a process of its own, spoken to through a socket. */
export class House {
  stdout = '';
  stderr = '';
  readonly ended: Promise<Exit>;
  /** Where it listens, once it does. */
  url = '';
  /** Calls carry it unless they have their own. */
  key = ADMIN_KEY;
  readonly #child: ChildProcess;

  /** Whoever makes one stops it. */
  constructor(env: NodeJS.ProcessEnv) {
    const child = spawn(process.execPath, [MAIN], {
      env: { ...inherited(), HOST: '127.0.0.1', PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
  }

  /** Starts it for a test and waits until it listens. Whatever happens, it is gone when the test has ended. */
  static async open(databaseUrl: string, env: NodeJS.ProcessEnv = {}): Promise<House> {
    const house = House.run({ ...onDatabase(databaseUrl), ...env });
    await house.listening();
    return house;
  }

  /** Starts it for a test with nothing but these settings; it may end by itself. */
  static run(env: NodeJS.ProcessEnv): House {
    const house = new House(env);
    onTestFinished(() => house.kill());
    return house;
  }

  async listening(): Promise<void> {
    const ended = this.ended.then(({ code, signal }) => {
      throw new Error(`ended with ${code ?? signal} instead of listening:\n${this.stdout}\n${this.stderr}`);
    });
    const listening = this.#said(/Treffer rules at (http:\/\/[\d.:]+)/).then((url) => {
      this.url = url;
    });
    await Promise.race([ended, listening]);
  }

  async call(method: string, path: string, { body, key = this.key, once, headers = {} }: Call = {}): Promise<Heard> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(once === undefined ? {} : { 'idempotency-key': once }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
  }

  /** SIGKILL: it gets no chance to finish anything. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  /** SIGTERM, as a supervisor sends it. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
    this.#child.kill(signal);
    return this.ended;
  }

  /** Warnings and worse in its log. */
  get complaints(): string[] {
    return this.stdout.split('\n').filter((line) => /^\{"level":[4-6]0,/.test(line));
  }

  #said(pattern: RegExp): Promise<string> {
    return new Promise((found, failed) => {
      const late = setTimeout(() => failed(new Error(`never said ${pattern}:\n${this.stdout}`)), PATIENCE_MS);
      const look = () => {
        const match = pattern.exec(this.stdout);
        if (match === null) return;
        clearTimeout(late);
        this.#child.stdout?.off('data', look);
        found(match[1] as string);
      };
      this.#child.stdout?.on('data', look);
    });
  }
}

/** The settings of a service on a database. */
export const onDatabase = (url: string): NodeJS.ProcessEnv => ({ DATABASE_URL: url, TREFFER_ADMIN_KEY: ADMIN_KEY });

/** Our own environment without the settings in it. */
function inherited(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(TREFFER_|DATABASE_URL$|HOST$|PORT$|LOG_LEVEL$|PG|NODE_ENV$|VITEST)/.test(name),
  );
  return Object.fromEntries(entries);
}
