import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { closest, distance } from 'fastest-levenshtein';
import { findHome } from '../../base/project.ts';

/** Longer than any setting, and short enough to read into memory. */
const MAX_FILE_BYTES = 64 * 1024;
/** Unknown names within this edit distance of a setting count as misspelt. Shorter names would match by chance. */
const NEAR = 2;
const MIN_COMPARED_LENGTH = 8;

/** Settings of checkouts before 0.1.0 that a server may not ignore: it would send, show or delete something else than before. */
const REMOVED: ReadonlyMap<string, string> = new Map([
  ['HSTS_SUBDOMAINS', 'let the proxy set this header'],
  ['METRICS_HOST', 'use METRICS_ADDRESS'],
  ['METRICS_PORT', 'use METRICS_ADDRESS'],
  ['NOTIFICATION_DAYS', 'the period is fixed'],
  ['PROCESSING_TIME', 'an administrator writes it on the settings page'],
  ['PUSH_SEND', 'use SEND_EVENTS'],
  ['RETENTION_YEARS', 'the period is fixed'],
  ['SMTP_CERT', 'log in with a name and a password in SMTP_URL'],
  ['SUPPORT_EMAIL', 'an administrator writes it on the settings page'],
  ['SUPPORT_PHONE', 'an administrator writes it on the settings page'],
  ['VAPID_PRIVATE_KEY', 'the key is in the database'],
  ['WEBHOOK_SEND', 'use SEND_EVENTS'],
]);

type Values = Record<string, string | undefined>;

/** The sentences hold no values, which could be secrets. */
export class BadSettings extends Error {
  constructor(problems: string[]) {
    super(`Bad settings:\n  ${problems.join('\n  ')}`);
  }
}

/**
 * Reads the environment, else the file that ENV_FILE names, or `.env`. `NAME_FILE` may name a file that holds the
 * value. Throws BadSettings for a setting given twice, an unreadable file, and a name that is removed or looks misspelt.
 */
export function gatherSettings(env: Values, names: string[], projectDir: string): Values {
  const file = readEnvFile(env, projectDir);
  const known = names.flatMap((name) => [name, fileNameOf(name)]);
  const problems = [
    ...Object.keys(env).filter((name) => isRemoved(env, name) || looksMisspelt(name, known)),
    ...Object.keys(file).filter((name) => !known.includes(name)),
  ].map((name) => explainUnknown(name, known));
  const settings: Values = {};
  for (const name of names) {
    settings[name] = readValue(isGiven(env, name) ? env : file, name, problems);
  }
  if (problems.length > 0) throw new BadSettings(problems);
  return settings;
}

/** Returns the file that holds a setting's value, if it is given as `NAME_FILE`. */
export function findSettingFile(env: Values, name: string, projectDir: string): string | undefined {
  const source = isGiven(env, name) ? env : readEnvFile(env, projectDir);
  return source[fileNameOf(name)] || undefined;
}

const fileNameOf = (name: string) => `${name}_FILE`;

function isGiven(source: Values, name: string): boolean {
  return Boolean(source[name] || source[fileNameOf(name)]);
}

function readEnvFile({ ENV_FILE }: Values, projectDir: string): Values {
  const file = ENV_FILE || path.join(findHome(projectDir), '.env');
  const text = readText(file);
  if (text === undefined && (ENV_FILE || existsSync(file))) {
    throw new BadSettings([`${ENV_FILE ? 'ENV_FILE' : file}: must be a file that can be read`]);
  }
  return parseEnv(text ?? '');
}

function readValue(source: Values, name: string, problems: string[]): string | undefined {
  const [value, file] = [source[name] || undefined, source[fileNameOf(name)]];
  if (!file) return value;
  const text = readText(file)?.replace(/\r?\n$/, '');
  if (value !== undefined) {
    problems.push(`${name} and ${fileNameOf(name)}: both are given; keep one of them`);
  } else if (!text) {
    // The message omits the file name: the operator may have put a secret there by mistake.
    problems.push(`${fileNameOf(name)}: must name a file that can be read and holds the value`);
  }
  return text;
}

function readText(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return text.length <= MAX_FILE_BYTES ? text : undefined;
  } catch {
    return undefined;
  }
}

function isRemoved(env: Values, name: string): boolean {
  return REMOVED.has(name) && Boolean(env[name]);
}

function looksMisspelt(name: string, known: string[]): boolean {
  if (known.includes(name) || name.length < MIN_COMPARED_LENGTH) return false;
  return nearestOf(name, known) !== undefined;
}

function explainUnknown(name: string, known: string[]): string {
  const instead = REMOVED.get(name);
  if (instead) return `${name}: there is no such setting any more; ${instead}`;
  const nearest = nearestOf(name, known);
  return `${name}: there is no such setting${nearest ? `; did you mean ${nearest}?` : ''}`;
}

function nearestOf(name: string, known: string[]): string | undefined {
  const written = name.toUpperCase();
  const nearest = closest(written, known);
  return distance(written, nearest) <= NEAR ? nearest : undefined;
}
