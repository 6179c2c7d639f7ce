import { parseArgs } from 'node:util';
import { sentenceOf } from '../base/errors.ts';
import { findProjectDir, readVersion } from '../base/project.ts';
import { type Arguments, print, type Terminal, UsageError, type Verb } from './verb.ts';

/** Modules of verbs are loaded on demand, so that a server start does not load the others. */
const verbs = new Map<string, () => Promise<Verb>>([
  ['start', async () => (await import('./start.ts')).start],
  ['migrate', async () => (await import('./migrate.ts')).migrate],
  ['upgrade', async () => (await import('./upgrade.ts')).upgrade],
  ['verify', async () => (await import('./verify.ts')).verify],
  ['rebuild', async () => (await import('./rebuild.ts')).rebuild],
  ['audit', async () => (await import('./audit.ts')).audit],
  ['backup', async () => (await import('./backup.ts')).backup],
  ['restore', async () => (await import('./restore.ts')).restore],
  ['import', async () => (await import('./import.ts')).importVerb],
  ['statement', async () => (await import('./statement.ts')).statement],
  ['demo', async () => (await import('./demo.ts')).demo],
  ['secrets', async () => (await import('./secrets.ts')).secrets],
  ['admin', async () => (await import('./admin.ts')).admin],
]);

const EXIT_CODES = `Exit codes: 0 it is done; 1 it failed, was refused, or found something wrong; 2 the command line is wrong.`;

/** Runs one `wallet` command; returns its exit code. */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    const isUsage = isUsageError(error);
    print(terminal.errors, sentenceOf(error));
    if (isUsage) print(terminal.errors, 'Try: wallet help');
    return isUsage ? 2 : 1;
  }
}

async function dispatch([name, ...args]: string[], terminal: Terminal): Promise<number> {
  if (name === undefined || ['help', '--help', '-h'].includes(name)) {
    const [about] = args;
    const help = about === undefined ? overview() : find(about).then((verb) => helpOf(verb));
    print(name === undefined ? terminal.errors : terminal.output, await help);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    print(terminal.output, await readVersion(findProjectDir(import.meta.dirname)));
    return 0;
  }
  const verb = await find(name);
  const { values, positionals: words } = parseArgs({
    args,
    options: { ...verb.options, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help) {
    print(terminal.output, helpOf(verb));
    return 0;
  }
  // No option is declared as `multiple`, so that no value is an array.
  return verb.run({ words, options: values as Arguments['options'] }, terminal);
}

async function find(name: string): Promise<Verb> {
  const load = verbs.get(name);
  if (!load) throw new UsageError(`There is no verb "${name}".`);
  return load();
}

async function overview(): Promise<string> {
  const found = await Promise.all(
    [...verbs].map(async ([name, load]) => ({ name, ...(await load()) })),
  );
  const lines = found.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`);
  return [
    'wallet <verb> [options]',
    '',
    ...lines,
    '',
    'wallet <verb> --help prints the help of a verb, wallet --version the version. The settings are those of the server: see README.md.',
    EXIT_CODES,
  ].join('\n');
}

function helpOf({ usage, summary, details }: Verb): string {
  const forms = usage.map((form) => `wallet ${form}`);
  return [...forms, '', `${summary}.`, ...(details ? ['', details] : []), '', EXIT_CODES].join(
    '\n',
  );
}

function isUsageError(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('ERR_PARSE_ARGS_');
}
