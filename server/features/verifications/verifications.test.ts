import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MAX_DOCUMENTS } from '#contract/verifications/rules.ts';
import { approvalCommands } from '#server/app/approval-commands.ts';
import { isAppError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { openFolderStore } from '#server/platform/files/folder-store.ts';
import { keepImage } from '#server/platform/files/stored-images.ts';
import { approvalOf, setRules } from '#server/testing/approvals.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { confirmApproval } from '../approvals/answer-approvals.ts';
import { removeUser } from '../users/remove-user.ts';
import {
  decideVerification,
  eraseDocuments,
  getVerification,
  listVerifications,
  summarizeVerifications,
} from './decide-verification.ts';
import { eraseOldDocuments } from './erase-documents.ts';
import { addDocument, removeDocument } from './verification-documents.ts';
import { getOwnVerification, submitVerification, withdrawVerification } from './verifications.ts';

// Fixed: all clocks of a money world are set, and stand still.
const NOW = new Date('2026-11-01T10:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 24 * 60 * 60_000);
const PAN = 'ABCPK1234F';
const AADHAAR = '2341 2341 2346';

let world: MoneyWorld;
let deps: Deps;
let folder: string;
let picture: Buffer;
beforeAll(async () => {
  world = await openMoneyWorld();
  folder = await mkdtemp(path.join(tmpdir(), 'wallet-documents-'));
  deps = { ...world.deps, files: openFolderStore(folder) };
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } });
  picture = await image.jpeg().toBuffer();
});
afterEach(async () => {
  await expectVerified(world.db);
  await world.setNow(NOW);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** Uploads a document as the HTTP route does after the image was re-encoded. */
async function upload(
  owner: Actor,
  form: { kind: 'pan' | 'aadhaar' | 'selfie'; number?: string } = { kind: 'selfie' },
) {
  const draft = await deps.files.newDraft();
  await writeFile(draft, picture);
  const image = {
    ...({ extension: 'jpg', contentType: 'image/jpeg', width: 40, height: 30 } as const),
    ...{ byteSize: picture.length, sha256: 'a'.repeat(64) },
  };
  return keepImage(deps, { kind: 'documents', image, draft }, async (file) => ({
    answer: await addDocument(deps, owner, { form, image: file }),
  })) as Promise<{ id: string; lastFour: string | null }>;
}

async function submitted(owner: Actor): Promise<string> {
  await upload(owner, { kind: 'pan', number: PAN });
  return (await submitVerification(deps, owner, 'full')).request?.id ?? '';
}

const decide = (owner: Actor, id: string, level: 'basic' | 'full' | null = 'full') =>
  decideVerification(deps, world.admin, {
    ...{ userId: owner.userId, id, level, reason: 'Looked at the documents' },
  });
const storedFiles = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && path.relative(folder, entry.parentPath).startsWith('documents'),
  );
const codeOf = (outcome: PromiseSettledResult<unknown>) => {
  if (outcome.status === 'fulfilled') return 'done';
  if (!isAppError(outcome.reason)) throw outcome.reason;
  return outcome.reason.code;
};

test('stores the image encrypted, and of a number only the last four characters', async () => {
  const owner = await world.newActor();
  const pan = await upload(owner, { kind: 'pan', number: 'abcpk 1234f' });
  const aadhaar = await upload(owner, { kind: 'aadhaar', number: AADHAAR });
  expect([pan.lastFour, aadhaar.lastFour]).toEqual(['234F', '2346']);
  const [row] = await world.db.query<{ text: string }>(
    `SELECT concat((SELECT string_agg(d::text, ' ') FROM verification_documents d), (SELECT string_agg(f::text, ' ') FROM files f),
       (SELECT string_agg(l::text, ' ') FROM audit_log l), (SELECT string_agg(e::text, ' ') FROM events e)) AS text`,
  );
  for (const number of [PAN, AADHAAR, AADHAAR.replaceAll(' ', '')]) {
    expect(row?.text).not.toContain(number);
  }
  for (const file of await storedFiles()) {
    const bytes = await readFile(path.join(file.parentPath, file.name));
    expect(bytes.includes(picture.subarray(0, 16))).toBe(false);
  }
});

test.each([
  ['pan', 'ABCDE1234F', 'INVALID_PAN'],
  ['aadhaar', '2341 2341 2347', 'INVALID_AADHAAR'],
] as const)('refuses the wrong %s number %s and keeps no file', async (kind, number, code) => {
  const owner = await world.newActor();
  const before = (await storedFiles()).length;
  await expect(upload(owner, { kind, number })).rejects.toMatchObject({ code });
  expect(await storedFiles()).toHaveLength(before);
});

test('limits documents that wait, and uploads of a day', async () => {
  const owner = await world.newActor();
  const ids: string[] = [];
  for (let n = 0; n < MAX_DOCUMENTS; n += 1) ids.push((await upload(owner)).id);
  await expect(upload(owner)).rejects.toMatchObject({ code: 'TOO_MANY_DOCUMENTS' });
  for (let n = MAX_DOCUMENTS; n < 20; n += 1) {
    await removeDocument(deps, owner, ids[n % MAX_DOCUMENTS] ?? '');
    ids[n % MAX_DOCUMENTS] = (await upload(owner)).id;
  }
  await removeDocument(deps, owner, ids[0] ?? '');
  await expect(upload(owner)).rejects.toMatchObject({ code: 'TOO_MANY_DOCUMENTS_TODAY' });
  expect((await getOwnVerification(deps, owner)).documents).toHaveLength(MAX_DOCUMENTS - 1);
});

test('an administrator grants the level once; the user is notified and cannot ask for it again', async () => {
  const owner = await world.newActor();
  await expect(submitVerification(deps, owner, 'full')).rejects.toMatchObject({
    code: 'DOCUMENTS_REQUIRED',
  });
  const id = await submitted(owner);
  await expect(upload(owner)).rejects.toMatchObject({ code: 'VERIFICATION_WAITING' });
  expect((await summarizeVerifications(deps)).waiting).toBeGreaterThan(0);
  const waiting = await listVerifications(deps, { tab: 'waiting', limit: 50 });
  expect(waiting.rows.map((row) => row.id)).toContain(id);
  const third = await world.newActor({ role: 'admin' });
  const outcomes = await Promise.allSettled([
    decide(owner, id),
    decideVerification(deps, third, { userId: owner.userId, id, level: null, reason: 'Blurred' }),
    withdrawVerification(deps, owner),
  ]);
  expect(outcomes.filter((outcome) => codeOf(outcome) === 'done')).toHaveLength(1);
});

test('a granted level counts, a rejection leaves the level, and both are shown with the reason', async () => {
  const owner = await world.newActor();
  const rejected = await submitted(owner);
  await decide(owner, rejected, null);
  expect(await getOwnVerification(deps, owner)).toMatchObject({
    level: 'none',
    request: { state: 'rejected', reason: 'Looked at the documents' },
  });
  await decide(owner, await submitted(owner), 'basic');
  expect(await getOwnVerification(deps, owner)).toMatchObject({ level: 'basic' });
  await upload(owner);
  await expect(submitVerification(deps, owner, 'basic')).rejects.toMatchObject({
    code: 'VERIFICATION_LEVEL_REACHED',
  });
  const notices = await world.db.query<{ title: string }>(
    'SELECT title FROM notifications WHERE user_id = $1',
    [owner.userId],
  );
  expect(notices.map(({ title }) => title).sort()).toEqual([
    'Verification level changed',
    'Verification rejected',
  ]);
});

test('administrators cannot decide their own request', async () => {
  const id = await submitted(world.admin);
  await expect(decide(world.admin, id)).rejects.toMatchObject({ code: 'OWN_ACCOUNT_PROTECTED' });
  await withdrawVerification(deps, world.admin);
});

test('deletes the images of a decided request after the set time, and keeps the facts', async () => {
  const owner = await world.newActor();
  const id = await submitted(owner);
  await decide(owner, id);
  const name = { userId: owner.userId, id };
  const [sent] = (await getVerification(deps, name)).documents;
  const isStored = async () =>
    (await storedFiles()).some((file) => file.name === `${sent?.id}.jpg`);
  await world.setNow(inDays(29));
  await eraseOldDocuments(deps);
  expect(await isStored()).toBe(true);
  await world.setNow(inDays(31));
  await Promise.all([eraseOldDocuments(deps), eraseOldDocuments(deps)]);
  await expect.poll(isStored).toBe(false);
  const [document] = (await getVerification(deps, name)).documents;
  expect(document).toMatchObject({ kind: 'pan', lastFour: '234F', imageUrl: null });
});

test('an administrator deletes documents early, but not before the decision', async () => {
  const owner = await world.newActor();
  const id = await submitted(owner);
  const name = { userId: owner.userId, id };
  await expect(eraseDocuments(deps, world.admin, name)).rejects.toMatchObject({
    code: 'VERIFICATION_OPEN',
  });
  await decide(owner, id, null);
  await eraseDocuments(deps, world.admin, name);
  await eraseDocuments(deps, world.admin, name);
  const records = await world.db.query(
    `SELECT FROM audit_log WHERE chain_id = $1 AND action = 'verification.erase'`,
    [owner.userId],
  );
  expect(records).toHaveLength(1);
});

test('deletes documents that were never sent, and facts of withdrawn requests', async () => {
  const owner = await world.newActor();
  await submitted(owner);
  await withdrawVerification(deps, owner);
  await upload(owner);
  await world.setNow(inDays(8));
  await eraseOldDocuments(deps);
  await eraseOldDocuments(deps);
  expect(await getOwnVerification(deps, owner)).toMatchObject({ documents: [], request: null });
});

test('deleting the account deletes its documents', async () => {
  const owner = await world.newActor();
  await submitted(owner);
  await removeUser(deps, world.admin, owner.userId);
  const rows = await world.db.query(`SELECT FROM files WHERE user_id = $1`, [owner.userId]);
  expect(rows).toEqual([]);
});

test('a level of an administrator is granted after another administrator has confirmed it', async () => {
  const owner = await world.newActor({ role: 'admin' });
  const confirmer = await world.newActor({ role: 'admin' });
  const id = await submitted(owner);
  await setRules(world.db, { administrator: {} });
  const approval = { id: await approvalOf(decide(owner, id)), executor: approvalCommands };
  expect(await getOwnVerification(deps, owner)).toMatchObject({
    ...{ level: 'none', request: { state: 'waiting' } },
  });
  const refusals = await Promise.allSettled([
    confirmApproval(deps, world.admin, approval),
    confirmApproval(deps, owner, approval),
  ]);
  expect(refusals.map(codeOf)).toEqual(['APPROVAL_OWN', 'APPROVAL_CONCERNS_CALLER']);
  await confirmApproval(deps, confirmer, approval);
  expect(await getOwnVerification(deps, owner)).toMatchObject({
    ...{ level: 'full', request: { state: 'waiting' } },
  });
  await decide(owner, id);
  expect((await getOwnVerification(deps, owner)).request?.state).toBe('granted');
});
