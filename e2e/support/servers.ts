import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';

const projectDir = path.resolve(import.meta.dirname, '../..');
const READY = /is ready at (http:[^\s,]+)/;
/** The host prints this after a server's last output. */
const ENDED = /^this server has ended$/;

/** Half an hour off most zones, with summer time: nothing may depend on the machine's zone. */
const ODD_TIME_ZONE = 'America/St_Johns';

/** A server to run, and a program that sets its clock. */
export interface ServerTask {
  settings: NodeJS.ProcessEnv;
  clock: string;
}

export interface StartedServer {
  /** The process id, if the server has its own process. */
  pid?: number;
  /** The server's address, once it can be reached. */
  baseUrl: Promise<string>;
  end(signal: NodeJS.Signals): Promise<void>;
}

type Hear = (line: string) => void;

/** A process that runs a server, and its output. */
class ServerProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly exited: Promise<void>;
  hear: Hear = () => undefined;

  constructor(args: string[], settings: NodeJS.ProcessEnv) {
    this.child = spawn(process.execPath, args, {
      cwd: projectDir,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, TZ: ODD_TIME_ZONE, ...settings },
    });
    this.exited = new Promise((resolve) => this.child.on('exit', () => resolve()));
    // Writes to an ended process are lost; the code that waits for it reports the end.
    this.child.stdin.on('error', () => undefined);
    for (const input of [this.child.stdout, this.child.stderr]) {
      createInterface({ input }).on('line', (line) => this.hear(line));
    }
  }

  /** Yields the output up to a match; throws if the process exits before. */
  async until(pattern: RegExp, hear: Hear): Promise<string> {
    const printed: string[] = [];
    const found = new Promise<string>((resolve) => {
      this.hear = (line) => {
        hear(line);
        printed.push(line);
        const match = pattern.exec(line);
        if (match) resolve(match[1] ?? '');
      };
    });
    const none = this.exited.then(() => {
      throw new Error(`No server:\n${printed.join('\n')}`);
    });
    return Promise.race([found, none]);
  }
}

/** Runs the command line in a separate process, and returns its output; throws if it fails. */
export async function runCommandLine(
  words: string[],
  { settings, clock }: ServerTask,
): Promise<string> {
  const program = ['--import', asModule(clock), 'dist/server/cli/wallet.js', ...words];
  const options = { cwd: projectDir, env: { ...process.env, TZ: ODD_TIME_ZONE, ...settings } };
  const { stdout } = await promisify(execFile)(process.execPath, program, options);
  return stdout;
}

const asModule = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/** Starts a server in a separate process. */
export function startServer({ settings, clock }: ServerTask, hear: Hear): StartedServer {
  const program = [
    '--import',
    asModule(clock),
    '--enable-source-maps',
    'dist/server/start/main.js',
  ];
  const server = new ServerProcess(program, settings);
  return {
    pid: server.child.pid,
    baseUrl: server.until(READY, hear),
    async end(signal) {
      server.child.kill(signal);
      await server.exited;
    },
  };
}

/**
 * A process for several servers in turn. Loading and warming up the program takes longer than most
 * tests.
 */
export class ServerHost {
  readonly #process = new ServerProcess(
    ['--import', 'tsx', '--enable-source-maps', 'server/testing/server-host.ts'],
    {},
  );

  serve(task: ServerTask, hear: Hear): StartedServer {
    const { child } = this.#process;
    const baseUrl = this.#process.until(READY, hear);
    child.stdin.write(`${JSON.stringify(task)}\n`);
    return {
      baseUrl,
      end: async () => {
        const ended = this.#process.until(ENDED, hear);
        child.stdin.write('\n');
        await ended;
      },
    };
  }

  async close(): Promise<void> {
    this.#process.child.stdin.end();
    await this.#process.exited;
  }
}
