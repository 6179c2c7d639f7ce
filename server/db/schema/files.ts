import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, moment } from './columns.ts';
import { ownerId, users } from './users.ts';

const FILE_KINDS = [
  'receipts',
  'qr-codes',
  'avatars',
  'banner-images',
  'documents',
  'brand-images',
] as const;

export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: [...FILE_KINDS] }).notNull(),
    userId: uuid('user_id'),
    storageKey: text('storage_key').notNull(),
    contentType: text('content_type').notNull(),
    byteSize: integer('byte_size').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Of the stored bytes, which are encrypted if the file has a key. */
    sha256: text('sha256').notNull(),
    /** The file's encryption key, sealed with SECRET_KEY; null for files that are not encrypted. */
    sealedKey: text('sealed_key'),
    /** Whether the image was hashed, if its kind needs it. False for receipts of servers that did not hash. */
    isHashed: boolean('is_hashed').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index('files_user_id_idx').on(t.userId, t.kind),
    index('files_unhashed_idx').on(t.id).where(sql`${t.kind} = 'receipts' AND NOT ${t.isHashed}`),
    index('files_receipt_equal_idx').using('hash', t.sha256).where(sql`${t.kind} = 'receipts'`),
    check(
      'files_kind_check',
      sql`${t.kind} IN ('receipts', 'qr-codes', 'avatars', 'banner-images', 'documents', 'brand-images')`,
    ),
  ],
);

/** The total size of a user's own images, maintained by `insertFile` and `deleteFiles`. */
export const storedBytes = pgTable('stored_bytes', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});

/** Downloads of personal data by its owner, kept until the end of their Indian day, so that they can be limited. */
export const ownExports = pgTable(
  'own_exports',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    file: text('file').notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (t) => [primaryKey({ name: 'own_exports_pkey', columns: [t.userId, t.id] })],
);

const band = (name: string, bits: number) =>
  integer(name).generatedAlwaysAs(sql.raw(`((hash >> ${bits}) & 65535)::integer`));

/**
 * What near duplicates of receipts are found by. The bands are parts of the hash: an index on each holds all columns that
 * a probe reads.
 */
export const receiptHashes = pgTable(
  'receipt_hashes',
  {
    fileId: uuid('file_id').primaryKey(),
    /** Of the uploaded bytes; null for receipts uploaded before this table existed. */
    uploadSha256: bytea('upload_sha256'),
    /** See `PictureHash`; null for images without contrast. */
    hash: bigint('hash', { mode: 'bigint' }),
    grid: bytea('grid'),
    band0: band('band0', 48),
    band1: band('band1', 32),
    band2: band('band2', 16),
    band3: band('band3', 0),
  },
  (t) => [
    foreignKey({
      name: 'receipt_hashes_file_fkey',
      columns: [t.fileId],
      foreignColumns: [files.id],
    }).onDelete('cascade'),
    index('receipt_hashes_near0_idx').on(t.band0, t.hash),
    index('receipt_hashes_near1_idx').on(t.band1, t.hash),
    index('receipt_hashes_near2_idx').on(t.band2, t.hash),
    index('receipt_hashes_near3_idx').on(t.band3, t.hash),
    index('receipt_hashes_equal_idx').using('hash', t.uploadSha256),
  ],
);

/** Receipts that were not compared with all others yet. */
export const uncomparedReceipts = pgTable(
  'uncompared_receipts',
  { fileId: uuid('file_id').primaryKey() },
  (t) => [
    foreignKey({
      name: 'uncompared_receipts_file_fkey',
      columns: [t.fileId],
      foreignColumns: [receiptHashes.fileId],
    }).onDelete('cascade'),
  ],
);

/** Pairs of receipts that show the same payment, in both orders. */
export const receiptMatches = pgTable(
  'receipt_matches',
  {
    fileId: uuid('file_id').notNull(),
    otherFileId: uuid('other_file_id').notNull(),
    /** The deposit that the other receipt was sent with. */
    otherTransactionId: uuid('other_transaction_id').notNull(),
  },
  (t) => [
    primaryKey({ name: 'receipt_matches_pkey', columns: [t.fileId, t.otherFileId] }),
    foreignKey({
      name: 'receipt_matches_file_fkey',
      columns: [t.fileId],
      foreignColumns: [receiptHashes.fileId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'receipt_matches_other_fkey',
      columns: [t.otherFileId],
      foreignColumns: [receiptHashes.fileId],
    }).onDelete('cascade'),
    index('receipt_matches_other_idx').on(t.otherFileId),
  ],
);
