import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { MAX_OWN_DATA_MS, MAX_OWN_DATA_PER_DAY } from '#contract/own-data/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Language } from '#contract/shared/enums.ts';
import { transactionFilters } from '#contract/transactions/schema.ts';
import { appError, describeError } from '#server/base/errors.ts';
import { withBackgroundPool } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { startOwnExport } from '#server/platform/commands/own-exports.ts';
import { NoSuchFile } from '#server/platform/files/failures.ts';
import { openZip, type ZipEntry } from '#server/platform/files/zip.ts';
import { NEWEST, type Position } from '#server/platform/lists/cursor.ts';
import { decryptFile, openFileKey } from '#server/platform/secrets/file-encryption.ts';
import { translateTo } from '#server/platform/texts/catalogue.ts';
import { listOwnActivity } from '../audit/own-activity.ts';
import { getMailPreferences } from '../mails/mails.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { getBrandName } from '../settings/settings.ts';
import { exportPassbook } from '../transactions/passbook/passbook-csv.ts';
import {
  type AccountRow,
  findAccount,
  findAvatar,
  selectBankAccounts,
  selectMessages,
  selectNotifications,
  selectOwnDocuments,
  selectReplies,
  selectRequests,
  selectSessions,
} from './own-data.queries.ts';
import { toReadme } from './own-data-readme.ts';
import {
  documentName,
  imageName,
  receiptName,
  toBankAccountEntry,
  toDocumentEntry,
  toMessageEntry,
  toProfileFile,
  toRequestEntry,
} from './own-data-views.ts';

const FILE = 'my-data.zip';
const ACTIVITY_PAGE = 200;

/**
 * Returns the archive of a person's data as a stream, and records and notifies the download. The archive is written
 * while it is sent. Throws TOO_MANY_EXPORTS or EXPORT_RUNNING.
 */
export async function downloadOwnData(
  deps: Deps,
  actor: Actor,
  language: Language | undefined,
): Promise<Readable> {
  const markEnded = await startOwnExport(deps, actor, {
    ...{ file: FILE, filters: {}, perDay: MAX_OWN_DATA_PER_DAY, aloneForMs: MAX_OWN_DATA_MS },
    onStart: (tx) => notifyOfChange(tx, { kind: 'dataDownloaded', actor, person: actor }),
  });
  const end = () =>
    markEnded().catch((error: unknown) => {
      deps.log.warn({ error: describeError(error) }, 'the end of a download was not recorded');
    });
  try {
    const account = await findAccount(deps.db.query, actor.userId);
    if (!account) throw appError('USER_NOT_FOUND');
    const at = deps.clock.now();
    const chosen = language ?? account.language ?? 'en';
    const data = { deps: withBackgroundPool(deps), actor, account, at, language: chosen };
    const archive = openZip(entriesOf(data), at);
    const timer = setTimeout(() => archive.destroy(), MAX_OWN_DATA_MS);
    archive.once('close', () => {
      clearTimeout(timer);
      void end();
    });
    return archive;
  } catch (error) {
    await end();
    throw error;
  }
}

interface OwnData {
  deps: Deps;
  actor: Actor;
  account: AccountRow;
  at: Date;
  language: Language;
}

async function* entriesOf(data: OwnData): AsyncGenerator<ZipEntry> {
  const { deps, actor, account } = data;
  const { userId } = actor;
  const { query, secrets } = deps.db;
  const preferences = await getMailPreferences(deps, actor);
  yield textEntry('profile.json', toJson(toProfileFile(account, preferences)));
  const accounts = await selectBankAccounts(query, userId);
  const shown = accounts.map((row) => toBankAccountEntry(secrets, row));
  yield textEntry('bank-accounts.json', toJson(shown));
  const everything = transactionFilters.parse({});
  yield streamEntry('transactions.csv', exportPassbook(deps, actor, everything));
  const requests = mapPages(requestPages(deps, userId), (row) => toRequestEntry(secrets, row));
  yield streamEntry('transactions.json', jsonArray(requests));
  const pages = { userId, query };
  yield streamEntry('notifications.json', jsonArray(readPages(pages, selectNotifications)));
  yield streamEntry('messages.json', jsonArray(conversationPages(deps, userId)));
  const documents = await selectOwnDocuments(query, userId);
  yield textEntry('documents.json', toJson(documents.map(toDocumentEntry)));
  yield streamEntry('activity.json', jsonArray(activityPages(deps, userId)));
  yield textEntry('sessions.json', toJson(await selectSessions(query, userId)));
  yield* imagesAndReadme(data);
}

/** The last entry names the images that were missing, so the file of instructions is the last. */
async function* imagesAndReadme(data: OwnData): AsyncGenerator<ZipEntry> {
  const { deps, actor, at, language } = data;
  const missing: string[] = [];
  for await (const image of imagesOf(deps, actor.userId)) {
    const content = await openImage(deps, image);
    if (content) yield { name: image.name, content, compress: false };
    else missing.push(image.name);
  }
  const product = await getBrandName(deps);
  const facts = { product, username: actor.username, at, missing };
  const translate = translateTo(language, deps.config.projectDir);
  yield textEntry('README.txt', toReadme(translate, facts));
}

interface OwnImage {
  name: string;
  storageKey: string | null;
  byteSize: number | null;
  /** Only of encrypted images, with the id of the file. */
  sealed?: { id: string; key: string };
}

async function* imagesOf(deps: Deps, userId: UserId): AsyncGenerator<OwnImage> {
  const avatar = await findAvatar(deps.db.query, userId);
  if (avatar) yield { ...avatar, name: imageName('profile-picture', avatar.contentType) };
  for (const row of await selectOwnDocuments(deps.db.query, userId)) {
    const { id, sealedKey: key } = row;
    if (key !== null) yield { ...row, name: documentName(row), sealed: { id, key } };
  }
  for await (const rows of requestPages(deps, userId)) {
    for (const row of rows) if (row.hasReceipt) yield { ...row, name: receiptName(row) };
  }
}

/** Returns undefined if the store does not have the image, or the server not its key. */
async function openImage(deps: Deps, image: OwnImage): Promise<Readable | undefined> {
  const { storageKey, byteSize, sealed } = image;
  if (!storageKey || !byteSize) return undefined;
  const opened = sealed
    ? openEncrypted(deps, { storageKey, ...sealed })
    : deps.files.read(storageKey, { start: 0, end: byteSize - 1 });
  return opened.catch((error: unknown) => {
    if (error instanceof NoSuchFile) return undefined;
    throw error;
  });
}

async function openEncrypted(
  { db, files }: Deps,
  { storageKey, id, key }: { storageKey: string; id: string; key: string },
): Promise<Readable | undefined> {
  const fileKey = openFileKey(db.secrets, key, id);
  return fileKey && Readable.from([decryptFile(await files.get(storageKey), fileKey, id)]);
}

function requestPages({ db }: Deps, userId: UserId) {
  return readPages({ userId, query: db.query }, selectRequests);
}

async function* conversationPages({ db }: Deps, userId: UserId): AsyncGenerator<object[]> {
  const { query } = db;
  for await (const messages of readPages({ userId, query }, selectMessages)) {
    const messageIds = messages.map(({ id }) => id);
    const replies = await selectReplies(query, { userId, messageIds });
    yield messages.map((message) => toMessageEntry(message, replies));
  }
}

type ReadPage<Row> = (
  query: Deps['db']['query'],
  page: { userId: UserId; after: Position },
) => Promise<Row[]>;

async function* readPages<Row extends { id: string; createdAt: Date }>(
  { userId, query }: { userId: UserId; query: Deps['db']['query'] },
  read: ReadPage<Row>,
): AsyncGenerator<Row[]> {
  let after: Position = NEWEST;
  for (;;) {
    const rows = await read(query, { userId, after });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    await yieldToEventLoop();
    after = { at: last.createdAt, id: last.id };
  }
}

async function* activityPages(deps: Deps, userId: UserId): AsyncGenerator<object[]> {
  let cursor: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof listOwnActivity>> = await listOwnActivity(deps, userId, {
      ...{ cursor, limit: ACTIVITY_PAGE },
    });
    yield page.rows;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

async function* mapPages<Row>(
  pages: AsyncGenerator<Row[]>,
  map: (row: Row) => object,
): AsyncGenerator<object[]> {
  for await (const rows of pages) yield rows.map(map);
}

/** One array with a row on each line. */
async function* jsonArray(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function textEntry(name: string, text: string): ZipEntry {
  return { name, content: Readable.from([Buffer.from(text)]), compress: true };
}

function streamEntry(name: string, parts: AsyncGenerator<string>): ZipEntry {
  return { name, content: Readable.from(parts), compress: true };
}
