import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { closest, distance } from 'fastest-levenshtein';

/** Longer than any setting, and short enough to be read without a thought. */
const MAX_FILE_BYTES = 64 * 1024;
/** Names nearer than this to a setting's are taken for it, misspelt; shorter names are near to anything. */
const NEAR = 2;
const MIN_COMPARED_LENGTH = 8;

type Values = Record<string, string | undefined>;

/** What is wrong with the settings, a sentence for each; none holds a value, which could be a secret. */
export class BadSettings extends Error {
  constructor(problems: string[]) {
    super(`Bad settings:\n  ${problems.join('\n  ')}`);
  }
}

/**
 * The settings of these names as they are given: in the environment, else in the file that ENV_FILE names or
 * `.env` in `projectDir`; either may give `NAME_FILE` instead, a file that holds the value. Empty is not given.
 * Throws BadSettings for one given twice, a file that can't be read, and a name that looks like a misspelt one.
 */
export function gatherSettings(env: Values, names: string[], projectDir: string): Values {
  const file = readEnvFile(env, projectDir);
  const known = names.flatMap((name) => [name, fileNameOf(name)]);
  const problems = [
    ...Object.keys(env).filter((name) => looksMisspelt(name, known)),
    ...Object.keys(file).filter((name) => !known.includes(name)),
  ].map((name) => explainUnknown(name, known));
  const settings: Values = {};
  for (const name of names) {
    settings[name] = readValue(isGiven(env, name) ? env : file, name, problems);
  }
  if (problems.length > 0) throw new BadSettings(problems);
  return settings;
}

const fileNameOf = (name: string) => `${name}_FILE`;

function isGiven(source: Values, name: string): boolean {
  return Boolean(source[name] || source[fileNameOf(name)]);
}

function readEnvFile({ ENV_FILE }: Values, projectDir: string): Values {
  const file = ENV_FILE || path.join(projectDir, '.env');
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
    // Without the file's name: whoever mistakes one for the other has written a secret there.
    problems.push(`${fileNameOf(name)}: must name a file that can be read and holds the value`);
  }
  return text;
}

/** Undefined where there is no such file, it may not be read, or it is far too long. */
function readText(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return text.length <= MAX_FILE_BYTES ? text : undefined;
  } catch {
    return undefined;
  }
}

function looksMisspelt(name: string, known: string[]): boolean {
  if (known.includes(name) || name.length < MIN_COMPARED_LENGTH) return false;
  return nearestOf(name, known) !== undefined;
}

function explainUnknown(name: string, known: string[]): string {
  const nearest = nearestOf(name, known);
  return `${name}: there is no such setting${nearest ? `; did you mean ${nearest}?` : ''}`;
}

function nearestOf(name: string, known: string[]): string | undefined {
  const written = name.toUpperCase();
  const nearest = closest(written, known);
  return distance(written, nearest) <= NEAR ? nearest : undefined;
}
