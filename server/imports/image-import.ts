import { rm, writeFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { userId } from '#contract/shared/base.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '#contract/shared/limits.ts';
import { type ImageKind, imageRules } from '#contract/uploads/routes.ts';
import { isAppError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Tx } from '../db/database.ts';
import { userProfiles } from '../db/schema/profiles.ts';
import { transactions } from '../db/schema/transactions.ts';
import { selectFirst, selectionOf } from '../db/selection.ts';
import { update } from '../db/update.ts';
import type { Deps } from '../deps/deps.ts';
import { cleanImage } from '../platform/files/images.ts';
import { insertFile, keepImage, type StoredFile } from '../platform/files/stored-images.ts';
import { ImageMissing, type ImagePlaces, readOldImage } from './images.ts';
import { readOrder, readUrl } from './read.ts';
import { findImported, type ImportedKind, insertRows, remember } from './rows.ts';
import type { OldRow } from './source.ts';
import { progressOf, Reading, readRows, type Staging } from './staging.ts';
import { readFlag, readId } from './values.ts';

/** Characters: more than a data URL of the largest accepted image takes. */
const IMAGE = 16 * 1024 * 1024;
const TEXT = 10_000;
/** Two processes decode images. */
const AT_ONCE = 2;
const ROWS_PER_LOOK = 4;

interface Picture {
  table: string;
  idColumn: string;
  /** The first column that is not empty is used. */
  imageColumns: string[];
  kind: ImageKind;
  as: ImportedKind;
  /** Other columns to read, with their maximum lengths. */
  columns: Record<string, number>;
  /** The kind of row that has to be imported before its image. */
  of?: ImportedKind;
  keep(tx: Tx, kept: Kept): Promise<void>;
}

interface Kept {
  /** The id of the row that the image belongs to, or a new id. */
  id: string;
  reading: Reading;
  file: StoredFile;
  /** Owner of images that administrators uploaded. */
  adminId: string;
}

const pictures: Picture[] = [
  {
    ...{
      table: 'qr_codes',
      idColumn: 'id',
      imageColumns: ['qr_image_url'],
      kind: 'qr-codes',
      as: 'qr-code',
    },
    columns: { name: 1000, description: TEXT, is_active: 10, created_at: 40 },
    keep: keepQrCode,
  },
  {
    ...{
      table: 'ad_banners',
      idColumn: 'id',
      imageColumns: ['image_url'],
      kind: 'banner-images',
      as: 'banner',
    },
    columns: {
      title: 1000,
      description: TEXT,
      link_url: TEXT,
      is_active: 10,
      display_order: 40,
      created_at: 40,
    },
    keep: keepBanner,
  },
  {
    ...{
      table: 'user_profiles',
      idColumn: 'user_id',
      imageColumns: ['avatar_url'],
      kind: 'avatars',
      as: 'avatar',
    },
    columns: {},
    of: 'user',
    async keep(tx, { id, file }) {
      await insertFile(tx, { file, userId: id });
      const isChanged = await update(tx.query, userProfiles, {
        set: { avatarUrl: `/files/avatars/${file.id}` },
        where: { userId: userId.parse(id) },
      });
      if (!isChanged) throw new ImageMissing('no profile came that it belongs to');
    },
  },
  {
    ...{
      table: 'transactions',
      idColumn: 'id',
      kind: 'receipts',
      as: 'receipt',
      of: 'transaction',
    },
    imageColumns: ['permanent_receipt_url', 'receipt_url'],
    columns: {},
    keep: keepReceipt,
  },
];

interface PendingImage {
  oldId: string;
  row: OldRow;
  image: string;
}

/** Imports images, each with the row that names it, and retries earlier failures. Returns the number of images. */
export async function importPictures(
  deps: Deps,
  staging: Staging,
  { places, adminId }: { places: ImagePlaces; adminId: string },
): Promise<number> {
  const limit = pLimit(AT_ONCE);
  let count = 0;
  for (const picture of pictures) {
    const progress = progressOf(staging, `images of ${picture.table}`);
    const bring = async (batch: PendingImage[]) => {
      const done = await limit.map(await stillWanted(deps, picture, batch), (wanted) =>
        bringOne(deps, staging, { ...wanted, picture, places, adminId }),
      );
      const came = done.filter((isHere) => isHere).length;
      count += came;
      if (came > 0) progress(came);
    };
    let batch: PendingImage[] = [];
    for await (const wanted of listWanted(staging, picture)) {
      batch.push(wanted);
      if (batch.length < ROWS_PER_LOOK) continue;
      await bring(batch);
      batch = [];
    }
    await bring(batch);
  }
  return count;
}

async function* listWanted(staging: Staging, { table, idColumn, imageColumns, columns }: Picture) {
  const images = Object.fromEntries(imageColumns.map((name) => [name, IMAGE]));
  for await (const row of readRows(staging, table, { [idColumn]: 1000, ...columns, ...images })) {
    const oldId = readId(row[idColumn]);
    const image = imageColumns.map((name) => row[name]).find((value) => value);
    if (oldId !== undefined && image) yield { oldId, row, image };
  }
}

/** Returns the images not yet imported whose owner row is imported, with the new ids. */
async function stillWanted({ db }: Deps, { as, of }: Picture, batch: PendingImage[]) {
  const ids = batch.map(({ oldId }) => oldId);
  const came = await findImported(db.query, as, ids);
  const owners = of && (await findImported(db.query, of, ids));
  return batch.flatMap((wanted) => {
    const id = owners ? owners.get(wanted.oldId) : newId();
    return came.has(wanted.oldId) || id === undefined ? [] : [{ ...wanted, id }];
  });
}

interface Task extends PendingImage {
  id: string;
  picture: Picture;
  places: ImagePlaces;
  adminId: string;
}

/** Imports one image. Returns whether it was stored; a failure is reported as a finding. */
async function bringOne(deps: Deps, staging: Staging, task: Task): Promise<boolean> {
  const { picture, oldId, row } = task;
  const reading = new Reading(row, staging.now);
  try {
    await store(deps, staging, { ...task, reading });
    for (const { kind, detail } of reading.found)
      await staging.findings.add({ kind, table: picture.table, id: oldId, detail });
    return true;
  } catch (error) {
    if (!(error instanceof ImageMissing) && !isAppError(error)) throw error;
    const detail = isAppError(error) ? error.code : error.message;
    await staging.findings.add({ kind: 'image-missing', table: picture.table, id: oldId, detail });
    return false;
  }
}

async function store(
  deps: Deps,
  { signal }: Staging,
  task: Task & { reading: Reading },
): Promise<void> {
  const { picture, image: value, places, oldId } = task;
  const { kind, as } = picture;
  const rules = imageRules[kind];
  const bytes = await readOldImage(value, places, rules.maxBytes);
  const [source, target] = [await deps.files.newDraft(), await deps.files.newDraft()];
  try {
    await writeFile(source, bytes, { mode: 0o600 });
    const ofThis = AbortSignal.any([signal]); // a signal per image, so that its listeners are garbage-collected
    const image = await cleanImage(deps.imageWork, { source, target, rules, signal: ofThis });
    await keepImage(deps, { kind, image, draft: target }, async (file) => {
      await deps.db.transaction(async (tx) => {
        await picture.keep(tx, { ...task, file });
        const newId = picture.of ? file.id : task.id;
        remember(tx, as, [{ oldId, newId }]);
      });
      return { answer: {} };
    });
  } finally {
    for (const draft of [source, target]) await rm(draft, { force: true });
  }
}

const ownerColumn = selectionOf(transactions, 't', ['userId']);

async function keepReceipt(tx: Tx, { id, file }: Kept): Promise<void> {
  const statement = `SELECT ${ownerColumn.sql} FROM transactions t WHERE id = $1 FOR UPDATE`;
  const transaction = await selectFirst(tx.query, ownerColumn, statement, [id]);
  if (!transaction) throw new ImageMissing('its transaction was deleted here');
  await insertFile(tx, { file, userId: transaction.userId });
  await update(tx.query, transactions, {
    set: { permanentReceiptUrl: `/files/receipts/${file.id}` },
    where: { userId: transaction.userId, id },
  });
}

async function keepQrCode(tx: Tx, { id, reading, file, adminId }: Kept): Promise<void> {
  const name = reading.line('name', MAX_NAME_LENGTH);
  if (name === '') throw new ImageMissing('its row has no name');
  await insertFile(tx, { file, userId: adminId });
  const createdAt = reading.moment('created_at');
  await insertRows(tx, 'qr_codes', [
    {
      id,
      name,
      description: reading.line('description', MAX_DESCRIPTION_LENGTH) || null,
      qr_image_url: `/files/qr-codes/${file.id}`,
      is_active: readFlag(reading.raw('is_active')) ?? true,
      created_at: createdAt,
      updated_at: tx.at,
    },
  ]);
}

async function keepBanner(tx: Tx, { id, reading, file, adminId }: Kept): Promise<void> {
  const title = reading.line('title', MAX_NAME_LENGTH);
  if (title === '') throw new ImageMissing('its row has no title');
  await insertFile(tx, { file, userId: adminId });
  await insertRows(tx, 'ad_banners', [
    {
      id,
      title,
      description: reading.line('description', MAX_DESCRIPTION_LENGTH) || null,
      image_url: `/files/banner-images/${file.id}`,
      link_url: reading.raw('link_url') ? (readUrl(reading, 'link_url') ?? null) : null,
      is_active: readFlag(reading.raw('is_active')) ?? true,
      display_order: readOrder(reading),
      created_at: reading.moment('created_at'),
    },
  ]);
}
