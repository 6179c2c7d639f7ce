import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { chownTree } from '../embedded-postgres/folders.ts';
import { isRoot, parsePasswd, type RuntimeUser } from '../embedded-postgres/runtime-user.ts';
import { repositoryDir } from './embedded-child.ts';

const run = promisify(execFile);

/** A built installation without the pages. */
const COPIED = [
  ...['bin', 'package.json', '.env.example', 'deploy'],
  ...['dist/server', 'server/db/migrations', 'web/locales'],
];
/** The other machine is this one. */
const LOCAL_SSH = '#!/bin/sh\nshift && exec "$@"\n';

/** A fresh folder with a built installation, its embedded database, and an ordinary user who runs commands there. */
export class Installation {
  readonly folder: string;
  readonly #home: string;
  readonly #user: RuntimeUser | undefined;
  readonly #servers: ChildProcess[] = [];

  private constructor(home: string, user: RuntimeUser | undefined) {
    this.#home = home;
    this.#user = user;
    this.folder = path.join(home, 'wallet');
  }

  static async create(): Promise<Installation> {
    const home = await mkdtemp(path.join(tmpdir(), 'wallet-installation-'));
    await chmod(home, 0o755);
    const installation = new Installation(home, await findOrdinaryUser());
    const { folder } = installation;
    for (const name of COPIED) {
      await cp(path.join(repositoryDir, name), path.join(folder, name), { recursive: true });
    }
    await symlink(path.join(repositoryDir, 'node_modules'), path.join(folder, 'node_modules'));
    await mkdir(path.join(home, 'bin'));
    await symlink(path.join(folder, 'bin/wallet.js'), path.join(home, 'bin/wallet'));
    await writeFile(path.join(home, 'bin/ssh'), LOCAL_SSH, { mode: 0o755 });
    if (installation.#user) await chownTree(home, installation.#user);
    return installation;
  }

  /** Runs commands in one shell in the folder, and returns what they print. Throws if one fails. */
  async run(commands: string, env: Record<string, string> = {}): Promise<string> {
    const shell = ['--norc', '-euo', 'pipefail', '-c', commands];
    const { stdout, stderr } = await run('bash', shell, this.#options(env)).catch(
      ({ code, stdout, stderr }) => {
        throw new Error(`Exit code ${code} of ${commands}\n${stderr}${stdout}`);
      },
    );
    return `${stdout}${stderr}`.trim();
  }

  /** Runs a command that serves, and returns the address. */
  async start(command: string, env: Record<string, string> = {}): Promise<string> {
    const child = spawn('bash', ['--norc', '-c', `exec ${command}`], this.#options(env));
    this.#servers.push(child);
    let printed = '';
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (part: string) => {
        printed += part;
      });
    }
    const ready = /is ready at (http:\S+)/;
    const state = () => `${printed}${child.exitCode ?? ''}`;
    await expect.poll(state, { timeout: 50_000 }).toMatch(/is ready at|\d$/);
    const url = ready.exec(printed)?.[1];
    if (!url) throw new Error(printed);
    return url;
  }

  /** Stops the server that was started last, and returns its exit code; null if none serves. */
  async stop(): Promise<number | null> {
    const server = this.#servers.pop();
    if (!server) return null;
    server.kill('SIGTERM');
    const [code] = await once(server, 'close');
    return code;
  }

  async remove(): Promise<void> {
    while (this.#servers.length > 0) await this.stop();
    await rm(this.#home, { recursive: true, force: true });
  }

  read(name: string): Promise<string> {
    return readFile(path.join(this.folder, name), 'utf8');
  }

  /** The environment is that of a login: settings of this process must not decide what a command does. */
  #options(settings: Record<string, string>) {
    const { uid, gid } = this.#user ?? {};
    const programs = [path.join(this.#home, 'bin'), path.dirname(process.execPath)];
    const env: NodeJS.ProcessEnv = {
      PATH: [...programs, process.env.PATH].join(':'),
      HOME: this.#home,
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
      // Root's data would be in /var/lib/wallet.
      ...(isRoot() && !this.#user && { DATA_DIR: path.join(this.folder, 'data') }),
      ...settings,
    };
    return { cwd: this.folder, env, uid, gid };
  }
}

/** Returns the user for commands if this process is root; undefined if there is none who can read this checkout. */
async function findOrdinaryUser(): Promise<RuntimeUser | undefined> {
  if (!isRoot()) return undefined;
  const users = parsePasswd(await readFile('/etc/passwd', 'utf8'));
  const nobody = users.find(({ name }) => name === 'nobody');
  if (!nobody) return undefined;
  const { uid, gid } = nobody;
  const read = `fs.readFileSync('node_modules/pg/package.json')`;
  const options = { cwd: repositoryDir, uid, gid };
  return spawnSync(process.execPath, ['-e', read], options).status === 0 ? nobody : undefined;
}
