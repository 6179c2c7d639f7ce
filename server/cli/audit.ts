import { readFile } from 'node:fs/promises';
import { sealAuditLog } from '../features/audit/seal-audit.ts';
import { findSigningKey, listKeys, replaceSigningKey } from '../features/audit/signing-keys.ts';
import { auditProof, findProofProblem, proveRecord } from '../ledger/verify/audit-proof.ts';
import {
  consistencyProof,
  findConsistencyProblem,
  proveHeads,
} from '../ledger/verify/consistency-proof.ts';
import { parseCheckpoint } from '../platform/sealed-log/checkpoint.ts';
import { findNewestHead } from '../platform/sealed-log/sealed-log.queries.ts';
import { parseVerifierKey, type VerifierKey } from '../platform/sealed-log/signing-key.ts';
import { recordCommand } from './command-record.ts';
import { type Connected, withCurrentDatabase } from './connect.ts';
import { print, type Terminal, UsageError, type Verb } from './verb.ts';

export const audit: Verb = {
  usage: [
    ...['audit head', 'audit key [--new]', 'audit prove ID', 'audit check-proof FILE --key KEY'],
    ...['audit prove-consistency OLD NEW', 'audit check-consistency FILE --key KEY'],
  ],
  summary: 'Prints signed heads, public keys and proofs of the audit log',
  details: `head         the newest signed head; signs one if this machine has the key. Store it outside the database:
             "wallet verify --head FILE" proves that nothing up to it changed
key          the public keys that signed heads, the newest last; --new replaces the key in the data folder,
             which servers use after their next start
prove        a proof as JSON that the newest signed head covers the record ID
check-proof  checks such a proof without a database; KEY is a public key, or a file with one on each line
prove-consistency, check-consistency
             the same for two stored heads: the log of NEW begins with the records of OLD. OLD and NEW are files`,
  options: { new: { type: 'boolean' }, key: { type: 'string' } },
  async run({ words, options }, terminal) {
    const [name = '', ...given] = words;
    const act = acts.get(name);
    if (!act)
      throw new UsageError(
        'audit head, key, prove, check-proof, prove-consistency or check-consistency?',
      );
    if (given.length !== act.words) {
      throw new UsageError(`wallet audit --help explains audit ${name}.`);
    }
    const strange = Object.keys(options).find((option) => option !== act.option);
    if (strange) throw new UsageError(`audit ${name} has no option --${strange}.`);
    const [word = '', other = ''] = given;
    return act.run({ word, other, option: act.option && options[act.option], terminal });
  },
};

interface Given {
  word: string;
  other: string;
  option: string | boolean | undefined;
  terminal: Terminal;
}

interface Act {
  words: number;
  option?: string;
  run(given: Given): Promise<number>;
}

const acts = new Map<string, Act>([
  ['head', { words: 0, run: printHead }],
  ['key', { words: 0, option: 'new', run: printKeys }],
  ['prove', { words: 1, run: printProof }],
  ['check-proof', { words: 1, option: 'key', run: checkProof }],
  ['prove-consistency', { words: 2, run: printConsistency }],
  ['check-consistency', { words: 1, option: 'key', run: checkConsistency }],
]);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function printHead({ terminal }: Given): Promise<number> {
  return withCurrentDatabase(terminal.env, async (connected) => {
    const { db } = connected.deps;
    const key = await findSigningKey(placeOf(connected));
    if (key) await sealAuditLog(connected.deps, { key, isEager: true });
    const head = await findNewestHead(db.query);
    if (!head) throw new Error('No head has been signed: start the server once.');
    terminal.output.write(head.checkpoint);
    if (!key) print(terminal.errors, 'This machine has no key: a newer head may follow.');
    return 0;
  });
}

function printKeys({ option, terminal }: Given): Promise<number> {
  return withCurrentDatabase(terminal.env, async (connected) => {
    const place = placeOf(connected);
    if (option === true) {
      if (place.config.auditKey !== undefined) {
        throw new Error('AUDIT_KEY or AUDIT_KEY_FILE is set: replace the key there.');
      }
      await replaceSigningKey(place);
      await recordCommand(connected.deps, 'audit key --new');
      print(
        terminal.errors,
        'The key was replaced. Restart the servers, and store the new public key.',
      );
    }
    const keys = await listKeys(place);
    for (const { verifierKey } of keys) print(terminal.output, verifierKey);
    if (keys.length === 0) throw new Error('There is no key yet: start the server once.');
    return 0;
  });
}

const placeOf = ({ deps: { db, config }, dataDir }: Connected) => ({ db, config, dataDir });

function printProof({ word: id, terminal }: Given): Promise<number> {
  if (!UUID.test(id)) throw new UsageError(`${id} is no id of a record.`);
  return withCurrentDatabase(terminal.env, async ({ deps }) => {
    const proof = await proveRecord(deps.db.query, id);
    await recordCommand(deps, 'audit prove');
    print(terminal.output, JSON.stringify(proof, null, 2));
    return 0;
  });
}

async function checkProof({ word: file, option, terminal }: Given): Promise<number> {
  if (typeof option !== 'string') {
    throw new UsageError(
      'audit check-proof FILE --key KEY: without the key a proof proves nothing.',
    );
  }
  const keys = await readVerifierKeys(option);
  const parsed = auditProof.safeParse(parseJson(await readText(file)));
  if (!parsed.success) throw new Error(`${file} is no proof of "wallet audit prove".`);
  const problem = findProofProblem(parsed.data, keys);
  if (problem) throw new Error(`The proof does not hold: ${problem}.`);
  const { record, index, checkpoint } = parsed.data;
  const size = parseCheckpoint(checkpoint)?.size;
  print(terminal.output, `The proof holds: ${record.action} is record ${index + 1} of ${size}.`);
  return 0;
}

async function printConsistency({ word, other, terminal }: Given): Promise<number> {
  const [from, to] = await Promise.all([readText(word), readText(other)]);
  return withCurrentDatabase(terminal.env, async ({ deps }) => {
    const proof = await proveHeads(deps.db.query, { from, to });
    await recordCommand(deps, 'audit prove-consistency');
    print(terminal.output, JSON.stringify(proof, null, 2));
    return 0;
  });
}

async function checkConsistency({ word: file, option, terminal }: Given): Promise<number> {
  if (typeof option !== 'string') {
    throw new UsageError(
      'audit check-consistency FILE --key KEY: without the key a proof proves nothing.',
    );
  }
  const keys = await readVerifierKeys(option);
  const parsed = consistencyProof.safeParse(parseJson(await readText(file)));
  if (!parsed.success) throw new Error(`${file} is no proof of "wallet audit prove-consistency".`);
  const problem = findConsistencyProblem(parsed.data, keys);
  if (problem) throw new Error(`The proof does not hold: ${problem}.`);
  const [from, to] = [parseCheckpoint(parsed.data.from), parseCheckpoint(parsed.data.to)];
  print(
    terminal.output,
    `The proof holds: the log of ${to?.size} records begins with the ${from?.size} of the earlier head.`,
  );
  return 0;
}

/** Reads public keys: one that is given as text, or the lines of a file. Throws Error with a sentence. */
export async function readVerifierKeys(given: string): Promise<VerifierKey[]> {
  const key = parseVerifierKey(given);
  if (key) return [key];
  const lines = (await readText(given)).split('\n').filter((line) => line.trim() !== '');
  const keys = lines.flatMap((line) => parseVerifierKey(line) ?? []);
  if (keys.length === 0 || keys.length < lines.length) {
    throw new Error(`${given} must hold a public key of "wallet audit key" on each line.`);
  }
  return keys;
}

export async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
    throw new Error(`${file} can't be read (${reason}).`, { cause: error });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
