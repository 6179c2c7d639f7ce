import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, moment, paise } from './columns.ts';

interface AuditCheckPosition {
  chainId: string;
  seq: number;
  hash: string;
  headSeq: number | null;
  headHash: string | null;
}

interface BrokenChain {
  chain_id: string;
  seq: number;
  reason: string;
}

/** The newest link of each audit chain. Writers lock it, which orders the chain's rows. */
export const auditChains = pgTable('audit_chains', {
  chainId: text('chain_id').primaryKey(),
  seq: paise('seq').notNull(),
  hash: bytea('hash').notNull(),
});

const hashOf = (column: AnyPgColumn) => sql`hashtext(${column})`;
const dayOf = (column: AnyPgColumn) => sql`((${column} AT TIME ZONE 'Asia/Kolkata')::date)`;

/** Append-only. Each user and each kind of shared row has a chain. `hash` covers the row and the previous hash. */
export const auditLog = pgTable(
  'audit_log',
  {
    chainId: text('chain_id').notNull(),
    seq: paise('seq').notNull(),
    id: uuid('id').notNull(),
    actorId: uuid('actor_id'),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    ip: text('ip'),
    createdAt: createdAt(),
    previousHash: bytea('previous_hash').notNull(),
    hash: bytea('hash').notNull(),
    /** Within a chain it has the order of `seq`. 0 for records older than this column. */
    logSeq: bigint('log_seq', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
  },
  (t) => [
    primaryKey({ name: 'audit_log_pkey', columns: [t.chainId, t.seq] }),
    // Numbers are unique, but for records older than them. So no index contains what else sorts the records of a day.
    index('audit_log_day_idx').on(dayOf(t.createdAt), t.logSeq),
    index('audit_log_action_day_idx').on(t.action, dayOf(t.createdAt), t.logSeq),
    // Long texts are hashed to four bytes: queries compare the hash, and the text of the found rows.
    index('audit_log_actor_hash_idx').on(t.actorId, hashOf(t.action), dayOf(t.createdAt), t.logSeq),
    index('audit_log_chain_hash_idx').on(hashOf(t.chainId), dayOf(t.createdAt), t.logSeq),
    index('audit_log_entity_idx').on(t.entityId.op('text_pattern_ops')),
    // Few records: which accounts an administrator set up.
    index('audit_log_account_idx')
      .on(t.chainId, t.actorId, t.createdAt)
      .where(sql`${t.action} IN ('user.create', 'user.setPassword', 'user.verificationLevel')`),
    // Few records: for which accounts an administrator's key requested money.
    index('audit_log_key_request_idx')
      .on(t.chainId, t.actorId, t.createdAt)
      .where(sql`${t.action} = 'transaction.request' AND ${t.after} ? 'apiKeyId'`),
    // For which accounts an administrator's key created sign-in links.
    index('audit_log_sign_in_link_idx')
      .on(t.chainId, t.actorId, t.createdAt)
      .where(sql`${t.action} = 'sign-in-link.create'`),
    index('audit_log_number_idx').on(t.logSeq),
  ],
);

/**
 * The Merkle tree over the audit log. Its leaves are the records in order of `(log_seq, chain_id, seq)`; the last sealed
 * record is named here. A single row, whose lock keeps servers from appending concurrently.
 */
export const auditTree = pgTable(
  'audit_tree',
  {
    id: integer('id').primaryKey().default(1),
    /** Names the log in its signed heads. */
    logId: uuid('log_id').notNull(),
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    lastLogSeq: bigint('last_log_seq', { mode: 'number' }).notNull().default(-1),
    lastChainId: text('last_chain_id').notNull().default(''),
    lastSeq: paise('last_seq').notNull().default(0),
  },
  (t) => [check('audit_tree_single_check', sql`${t.id} = 1`)],
);

/**
 * Hashes of the Merkle tree: the tile `index` of `level` has up to 256 roots of neighbouring subtrees of 256^level leaves.
 * Hashes are appended to the last tile of a level, and never change.
 */
export const auditTiles = pgTable(
  'audit_tiles',
  {
    level: integer('level').notNull(),
    index: bigint('index', { mode: 'number' }).notNull(),
    hashes: bytea('hashes').notNull(),
  },
  (t) => [primaryKey({ name: 'audit_tiles_pkey', columns: [t.level, t.index] })],
);

/** Append-only. The public keys that signed heads, as verifier keys of the signed note format. */
export const auditKeys = pgTable('audit_keys', {
  keyId: text('key_id').primaryKey(),
  verifierKey: text('verifier_key').notNull(),
  createdAt: createdAt(),
});

/** Append-only. Signed heads of the Merkle tree, numbered from 1 without gaps. */
export const auditHeads = pgTable(
  'audit_heads',
  {
    number: bigint('number', { mode: 'number' }).primaryKey(),
    treeSize: bigint('tree_size', { mode: 'number' }).notNull(),
    root: bytea('root').notNull(),
    /** `log_seq` of the last record that the head covers. */
    lastLogSeq: bigint('last_log_seq', { mode: 'number' }).notNull(),
    /** The signed note: origin, size, root and signature. */
    checkpoint: text('checkpoint').notNull(),
    signedAt: moment('signed_at').notNull(),
  },
  (t) => [uniqueIndex('audit_heads_size_key').on(t.treeSize)],
);

/** A single row, whose lock keeps servers from checking concurrently. `last` is the newest checked row. */
export const auditChecks = pgTable(
  'audit_checks',
  {
    id: integer('id').primaryKey().default(1),
    last: jsonb('last').$type<AuditCheckPosition>(),
    chains: paise('chains').notNull().default(0),
    rows: paise('rows').notNull().default(0),
    broken: jsonb('broken').$type<BrokenChain[]>().notNull().default([]),
    passEndedAt: moment('pass_ended_at'),
    passChains: paise('pass_chains').notNull().default(0),
    passRows: paise('pass_rows').notNull().default(0),
    passBroken: jsonb('pass_broken').$type<BrokenChain[]>().notNull().default([]),
  },
  (t) => [check('audit_checks_single_check', sql`${t.id} = 1`)],
);

/** Records older than this may lack digests that `wallet verify` compares. A single row, which nothing changes. */
export const auditRequirements = pgTable(
  'audit_requirements',
  {
    id: integer('id').primaryKey().default(1),
    digestsSince: moment('digests_since').notNull(),
    /** The same for records of saved bank accounts. */
    accountDigestsSince: moment('account_digests_since').notNull().default(sql`'infinity'`),
  },
  (t) => [check('audit_requirements_single_check', sql`${t.id} = 1`)],
);

export const verifications = pgTable(
  'verifications',
  {
    id: integer('id').primaryKey().default(1),
    startedAt: moment('started_at').notNull(),
    checkedAt: moment('checked_at'),
    durationMs: integer('duration_ms'),
    failed: jsonb('failed').$type<string[]>().notNull().default([]),
  },
  (t) => [check('verifications_single_check', sql`${t.id} = 1`)],
);
