import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { findProjectDir, readVersion } from '../base/project.ts';
import { readConfig } from '../platform/config/config.ts';
import { readReleaseVersion, requireGenuine } from '../releases/archive.ts';
import { findReleases, readPublicKey, releaseOf } from '../releases/folders.ts';
import { carryOut, type Plan } from '../releases/upgrade.ts';
import { type Arguments, print, type Terminal, UsageError, type Verb } from './verb.ts';

const RESTART = 'systemctl restart wallet';
const DEFAULT_WAIT_SECONDS = 60;

export const upgrade: Verb = {
  usage: [
    'upgrade FILE [--restart COMMAND] [--wait SECONDS] [--public-key KEY] [--plain]',
    'upgrade FILE --no-backup',
  ],
  summary: 'Installs a release next to the running one and switches to it, or back if it fails',
  details:
    'Verifies the checksum (SHA256SUMS) and the signature (FILE.minisig, by the public key of the running release), installs\n' +
    'with npm, prints the migrations, backs up to backups/ for BACKUP_RECIPIENTS (--plain: without encryption), migrates,\n' +
    `switches the link "current", restarts the server (by default: ${RESTART}) and waits for /readyz. If that fails, it\n` +
    'switches back and restarts the previous release. docs/releases.md describes the folders.',
  options: {
    restart: { type: 'string' },
    wait: { type: 'string' },
    'public-key': { type: 'string' },
    'no-backup': { type: 'boolean' },
    plain: { type: 'boolean' },
  },
  async run({ words, options }, terminal) {
    const [file, ...more] = words;
    if (file === undefined || more.length > 0) throw new UsageError('upgrade needs a FILE.');
    const plan = await planUpgrade(path.resolve(file), options, terminal);
    return (await carryOut(plan)) ? 0 : 1;
  },
};

async function planUpgrade(
  file: string,
  options: Arguments['options'],
  { env, errors }: Terminal,
): Promise<Plan> {
  const projectDir = await realpath(findProjectDir(import.meta.dirname));
  const home = await findReleases(projectDir);
  const { restart, wait: seconds = DEFAULT_WAIT_SECONDS, 'public-key': key } = options;
  if (!(Number(seconds) > 0)) throw new UsageError('--wait takes a number of seconds.');
  const publicKey = typeof key === 'string' ? key : await readPublicKey(projectDir);
  const proof = await requireGenuine(file, { publicKey });
  const [from, to] = [await readVersion(projectDir), await readReleaseVersion(file)];
  if (releaseOf(to) === home.current) throw new Error(`${to} is the running release.`);
  const { host, port, tls } = readConfig(env, projectDir);
  return {
    file,
    home,
    from,
    to,
    proof,
    env,
    output: errors,
    server: { host, port, tls },
    restart: typeof restart === 'string' ? restart : RESTART,
    waitMs: Number(seconds) * 1000,
    backup: options['no-backup'] ? undefined : options.plain ? ['--plain'] : [],
    say: (line) => print(errors, line),
  };
}
