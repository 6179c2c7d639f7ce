import { once } from 'node:events';
import { createServer } from 'node:net';
import { areRecipients, NO_RECIPIENTS } from '../backups/encryption.ts';
import { isDiskFull } from '../base/disk-full.ts';
import { requireWritableFolder } from '../base/folders.ts';
import { findPasswordWeakness } from '../platform/auth/password-strength.ts';
import type { Config } from '../platform/config/config.ts';
import { areWellKnownPasswordsAllowed } from '../platform/config/default-passwords.ts';
import { BadSettings } from '../platform/config/settings-sources.ts';

/** Only the server's own user may enter folders of files and backups. */
const PRIVATE_FOLDER = 0o700;

/**
 * Tests the settings before the database is started: the addresses to listen on and the folders to write to. Throws
 * BadSettings with a sentence for each unusable one.
 */
export async function checkSettings(
  config: Config,
  /** False: another program opened the socket of HOST and PORT. */
  { listens }: { listens: boolean } = { listens: true },
): Promise<void> {
  const { host, port, metrics, files, backups } = config;
  const problems = [
    listens ? await listenProblem({ host, port, names: LISTEN }) : undefined,
    metrics.address && (await listenProblem({ ...metrics.address, names: METRICS_LISTEN })),
    files && 'folder' in files ? await folderProblem('FILES_URL', files.folder) : undefined,
    backups && (await folderProblem('BACKUP_DIR', backups.dir)),
    await recipientsProblem(config),
    ...(await passwordProblems(config)),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new BadSettings(problems);
}

interface ListenSettings {
  host: string;
  port: number;
}

const LISTEN = { host: 'HOST', port: 'PORT' };
const METRICS_LISTEN = { host: 'METRICS_ADDRESS', port: 'METRICS_ADDRESS' };

async function listenProblem({
  names,
  ...address
}: ListenSettings & { names: typeof LISTEN }): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(address);
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return explainListenError(error, names);
  } finally {
    server.close();
  }
}

/** Returns what the operator should change if the server cannot listen. */
function explainListenError(error: unknown, names: typeof LISTEN): string {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `${names.port}: another program uses this port; stop it, or set another port`;
    case 'EACCES':
      return `${names.port}: this user may not use a port below 1024; set a higher one, with a proxy in front of it`;
    default:
      return `${names.host}: must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all its networks`;
  }
}

async function folderProblem(name: string, folder: string): Promise<string | undefined> {
  try {
    await requireWritableFolder(folder, PRIVATE_FOLDER);
    return undefined;
  } catch (error) {
    if (isDiskFull(error)) return `${name}: the disk of ${folder} is full; free some space`;
    return `${name}: the server's user cannot write to ${folder} (${codeOf(error)}); choose another folder, or give it to that user`;
  }
}

async function recipientsProblem({
  backups,
  backupRecipients: recipients,
}: Config): Promise<string | undefined> {
  if (!recipients) return backups && NO_RECIPIENTS;
  if (recipients === 'plain' || (await areRecipients(recipients))) return undefined;
  return 'BACKUP_RECIPIENTS: one of them is no recipient of age; it may be cut off';
}

/** Returns what is wrong with passwords of default accounts that other machines can try. */
async function passwordProblems(config: Config): Promise<string[]> {
  if (areWellKnownPasswordsAllowed(config)) return [];
  const chosen = { admin: config.adminPassword, demo: config.demoPassword };
  const problems: string[] = [];
  for (const [username, password] of Object.entries(chosen)) {
    if (password === undefined || !(await findPasswordWeakness(password, username))) continue;
    problems.push(
      `${username.toUpperCase()}_PASSWORD: is too easy to guess; choose 12 or more characters that are no common word`,
    );
  }
  return problems;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
