import type { AuditedChange } from '#contract/audit-details.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { newId } from '../../base/ids.ts';
import type { Tx } from '../../db/database.ts';
import { insertStatement, updateStatement } from '../../db/insert-many.ts';
import { auditChains, auditLog } from '../../db/schema/audit.ts';
import { type Selected, select, selectionOf } from '../../db/selection.ts';
import type { Principal } from '../auth/gate.ts';
import { GENESIS_HASH, hashAuditRow } from './audit-hash.ts';
import { limitOwnChanges } from './own-changes.ts';

/** `chainId` is the id of the user it is about, or the name of a kind of shared object ('qr-codes'). */
export type AuditEntry = AuditedChange & { chainId: string; entityId: string };

/** The fields of an audit row that its hash covers, in addition to the previous hash. */
export interface AuditedRow {
  chainId: string;
  action: string;
  entity: string;
  entityId: string;
  before: object | null;
  after: object | null;
  seq: number;
  id: string;
  actorId: string | null;
  ip: string | null;
  createdAt: Date;
}

interface Link {
  seq: number;
  hash: Buffer;
}

const headColumns = selectionOf(auditChains, 't');
type Head = Selected<typeof headColumns>;

type UnchainedRow = Omit<AuditedRow, 'seq' | 'id'>;

interface ChainedRow extends AuditedRow {
  previousHash: Buffer;
  hash: Buffer;
}

/** Somebody whose rights were not checked: who signs in, or was refused. */
export interface Visitor {
  userId: string | null;
  ip: string;
}

export interface AuditInput {
  actor: Principal | Visitor | 'system';
  entries: AuditEntry[];
}

/**
 * Appends entries to their chains, in the transaction of the change that they record. Locks the chains' heads
 * in order of chain id. In the lock order of `ledger/wallets.ts`, chains follow wallets and transactions. Throws RATE_LIMITED
 * if a person changes the own account too often.
 */
export async function recordAudit(tx: Tx, inputs: AuditInput | AuditInput[]): Promise<void> {
  const recorded = [inputs].flat();
  const unchained = recorded.flatMap((input) => toUnchained(input, tx.at));
  if (unchained.length === 0) return;
  const heads = await lockHeads(tx, [...new Set(unchained.map((entry) => entry.chainId))].sort());
  for (const input of recorded) await limitOwnChanges(tx, input);
  const rows = unchained.map((entry) => chain(heads, entry));
  insertRows(tx, rows, heads);
}

/** Objects are written in full, as in `chain`: copying properties took 6 µs for a record. */
function toUnchained({ actor, entries }: AuditInput, createdAt: Date): UnchainedRow[] {
  const { actorId, ip } = signature(actor);
  return entries.map(({ chainId, action, entity, entityId, before, after }) => {
    return { chainId, action, entity, entityId, before, after, actorId, ip, createdAt };
  });
}

export async function lockChains(tx: Tx, chainIds: readonly string[]): Promise<void> {
  await lockHeads(tx, [...chainIds].sort());
}

function signature(actor: AuditInput['actor']): Pick<AuditedRow, 'actorId' | 'ip'> {
  if (actor === 'system') return { actorId: null, ip: null };
  if (actor === COMMAND_LINE) return { actorId: null, ip: COMMAND_LINE };
  if (!('credential' in actor)) return { actorId: actor.userId, ip: actor.ip };
  const { credential, ip } = actor;
  return {
    actorId: actor.userId,
    ip: credential.kind === 'apiKey' ? `${ip} (${credential.label})` : ip,
  };
}

/** The escapes of NUL and of half a surrogate pair in JSON. */
const REJECTED = /\\u(?:0000|d[89a-f])/;

/** jsonb drops undefined and rejects some text. */
function storable(value: object | null): object | null {
  const text = JSON.stringify(value);
  if (!REJECTED.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, part: unknown) =>
    typeof part === 'string' ? Buffer.from(part).toString().replaceAll('\u0000', '\uFFFD') : part,
  );
}

/** An upsert also creates missing heads, but writes every existing one again, so it runs only if one is missing. */
async function lockHeads(tx: Tx, chainIds: string[]): Promise<Map<string, Link>> {
  const existing = await select(
    tx.query,
    headColumns,
    `FROM audit_chains t WHERE chain_id = ANY ($1::text[])
       AND (SELECT count(*) FROM audit_chains WHERE chain_id = ANY ($1::text[])) = cardinality($1::text[])
     ORDER BY chain_id COLLATE "C" FOR UPDATE`,
    [chainIds],
  );
  const heads = existing.length > 0 ? existing : await makeHeads(tx, chainIds);
  return new Map(heads.map((row) => [row.chainId, { seq: row.seq, hash: row.hash }]));
}

async function makeHeads(tx: Tx, chainIds: string[]): Promise<Head[]> {
  const rows = chainIds.map((chainId) => ({ chainId, seq: 0, hash: GENESIS_HASH }));
  const { text, values } = insertStatement(auditChains, rows);
  return select(
    tx.query,
    headColumns,
    `${text} ON CONFLICT (chain_id) DO UPDATE SET seq = t.seq RETURNING ${headColumns.sql}`,
    values,
  );
}

function chain(heads: Map<string, Link>, entry: UnchainedRow): ChainedRow {
  const { chainId, action, entity, entityId, actorId, ip, createdAt } = entry;
  const head = heads.get(chainId);
  if (!head) throw new Error(`Audit chain ${chainId} was not locked`);
  const [before, after] = [storable(entry.before), storable(entry.after)];
  const [seq, id] = [head.seq + 1, newId()];
  const row: AuditedRow = {
    chainId,
    action,
    entity,
    entityId,
    before,
    after,
    seq,
    id,
    actorId,
    ip,
    createdAt,
  };
  const hash = hashAuditRow(head.hash, row);
  heads.set(chainId, { seq, hash });
  return Object.assign(row, { previousHash: head.hash, hash });
}

function insertRows(tx: Tx, rows: ChainedRow[], heads: Map<string, Link>): void {
  const moved = Array.from(heads, ([chainId, head]) => ({ chainId, ...head }));
  const update = updateStatement(auditChains, moved, { key: ['chainId'], set: ['seq', 'hash'] });
  const firstParameter = update.values.length + 1;
  const insert = insertStatement(auditLog, rows, { defaults: ['logSeq'], firstParameter });
  tx.write(`WITH moved_on AS (${update.text}) ${insert.text}`, [
    ...update.values,
    ...insert.values,
  ]);
}
