import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApprovalKind } from '#contract/shared/enums.ts';
import { NO_LIMITS } from '#contract/verification-limits/rules.ts';
import { approvalCommands } from '#server/app/approval-commands.ts';
import { newId } from '#server/base/ids.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { openFolderStore } from '#server/platform/files/folder-store.ts';
import { approvalOf, setRules } from '#server/testing/approvals.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { createApiKey, listApiKeys, resumeApiKey } from '../api-keys/api-keys.ts';
import { createBank, listActiveBanks, removeBank } from '../banks/banks.ts';
import { createBanner, listBanners, removeBanner } from '../banners/banners.ts';
import { createQrCode, listQrCodes, removeQrCode, updateQrCode } from '../qr-codes/qr-codes.ts';
import { getSettings, saveSettings } from '../settings/settings.ts';
import { createSiteUrl, listSiteUrls, removeSiteUrl } from '../site-urls/site-urls.ts';
import { createSource, listSources, removeSource } from '../sources/sources.ts';
import { removeUser } from '../users/remove-user.ts';
import { listLevelLimits, saveLevelLimits } from '../verification-limits/verification-limits.ts';
import { createWebhook, listWebhooks, removeWebhook, updateWebhook } from '../webhooks/webhooks.ts';
import {
  confirmApproval,
  getApproval,
  listApprovals,
  refuseApproval,
  withdrawApproval,
} from './answer-approvals.ts';

let world: MoneyWorld;
let deps: Deps;
let maker: Actor;
let other: Actor;

beforeEach(async () => {
  world = await openMoneyWorld();
  const folder = await mkdtemp(join(tmpdir(), 'wallet-approvals-'));
  deps = { ...world.deps, files: openFolderStore(folder) };
  maker = world.admin;
  other = await world.newActor({ role: 'admin' });
  return async () => {
    await expectVerified(world.db);
    await world.close();
    await rm(folder, { recursive: true, force: true });
  };
});

const rule = (kind: ApprovalKind) => setRules(world.db, { [kind]: {} });
const confirm = (id: string) => confirmApproval(deps, other, { id, executor: approvalCommands });
const refuse = (id: string) => refuseApproval(deps, other, { id });
const failed = expect.objectContaining({ code: 'APPROVAL_FAILED' });

const imageOf = (kind: 'qr-codes' | 'banner-images') => ({
  ...({ id: newId(), kind, contentType: 'image/png' } as const),
  ...{ storageKey: `${kind}/${newId()}.png`, byteSize: 3, width: 1, height: 1, sha256: '' },
});

/** Returns the id of the only waiting request about an object. */
async function waitingFor(targetId: string): Promise<string> {
  const { rows } = await listApprovals(deps, maker, { tab: 'waiting', targetId, limit: 10 });
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? '';
}

describe('limits', () => {
  const readLimit = async () => (await getSettings(deps)).maxDepositPaise;
  const save = (maxDepositPaise: number) =>
    saveSettings(deps, maker, { maxDepositPaise, targetMinutes: 90 });

  test('change when another administrator has confirmed it, and not when one has refused it', async () => {
    const before = await readLimit();
    await rule('limits');
    await refuse(await approvalOf(save(50_000_000)));
    expect(await readLimit()).toBe(before);
    const id = await approvalOf(save(60_000_000));
    expect(await readLimit()).toBe(before);
    await confirm(id);
    expect(await getSettings(deps)).toMatchObject({
      maxDepositPaise: 60_000_000,
      targetMinutes: 90,
    });
  });

  test('include the daily total of adjustments, and no other setting', async () => {
    await rule('limits');
    await approvalOf(saveSettings(deps, maker, { adjustmentDayPaise: 100 }));
    const before = await readLimit();
    const changes = { maxDepositPaise: before, undoSeconds: 9, supportPhone: '1800-111-1111' };
    expect(await saveSettings(deps, maker, changes)).toMatchObject(changes);
  });

  test('of a verification level change when that is confirmed', async () => {
    await rule('limits');
    const limits = { ...NO_LIMITS, level: 'none', withdrawalDayPaise: 1_000_000 } as const;
    const id = await approvalOf(saveLevelLimits(deps, maker, limits));
    const [before] = await listLevelLimits(deps.db.query);
    expect(before).toMatchObject({ level: 'none', withdrawalDayPaise: null });
    await confirm(id);
    expect(await listLevelLimits(deps.db.query)).toContainEqual(limits);
  });
});

describe('security settings', () => {
  const save = (changes: Parameters<typeof saveSettings>[2]) => saveSettings(deps, maker, changes);
  const readSettings = () => getSettings(deps);

  test.each([
    [{ stepUpAbovePaise: 2_00_000_00 }, { stepUpAbovePaise: 0 }],
    [{ adminPasswordLength: 8 }, { adminPasswordLength: 12 }],
    [{ userIdleHours: 8 * 24 }, { userIdleHours: 1 }],
    [{ adminIdleHours: 48 }, { adminIdleHours: 1 }],
    [{ adminSessionHours: 8 * 24 }, { adminSessionHours: 12 }],
  ])('%j waits for a confirmation, %j is immediate', async (looser, stricter) => {
    await rule('securitySettings');
    const before = await readSettings();
    await refuse(await approvalOf(save(looser)));
    expect(await readSettings()).toEqual(before);
    await confirm(await approvalOf(save(looser)));
    expect(await readSettings()).toMatchObject(looser);
    expect(await save(stricter)).toMatchObject(stricter);
  });

  test('wait together with the other settings of one call, which names both values', async () => {
    await rule('securitySettings');
    const before = await readSettings();
    const changes = { userSessionHours: 720, adminPasswordLength: 9, targetMinutes: 90 };
    const id = await approvalOf(save(changes));
    expect(await readSettings()).toEqual(before);
    expect(await getApproval(deps, other, id)).toMatchObject({
      ...{ kind: 'securitySettings', action: 'settings.update', after: changes },
      before: { adminPasswordLength: 10, targetMinutes: before.targetMinutes },
    });
  });
});

describe('deletions', () => {
  test.each([
    [
      'bank',
      () => createBank(deps, maker, { name: 'A bank', code: 'AB' }),
      removeBank,
      listActiveBanks,
    ],
    [
      'source',
      () => createSource(deps, maker, { name: 'A source', isActive: true }),
      removeSource,
      listSources,
    ],
    [
      'banner',
      () => createBanner(deps, maker, { form: banner, image: imageOf('banner-images') }),
      removeBanner,
      listBanners,
    ],
    ['site URL', () => createSiteUrl(deps, maker, siteUrl), removeSiteUrl, listSiteUrls],
  ] as const)('of a %s happen when they are confirmed', async (_, create, remove, list) => {
    const { id } = await create();
    const ids = async () => (await list(deps)).map((row) => row.id);
    await rule('deletion');
    await refuse(await approvalOf(remove(deps, maker, id)));
    expect(await ids()).toContain(id);
    await confirm(await approvalOf(remove(deps, maker, id)));
    expect(await ids()).not.toContain(id);
  });

  test('of a user with more money than the threshold of adjustments happen when they are confirmed, with this balance', async () => {
    await setRules(world.db, { adjustment: { thresholdPaise: 1000 } });
    const remove = ({ userId }: Actor) => removeUser(deps, maker, userId);
    await remove(await world.newActor({ balancePaise: 1000 }));
    const user = await world.newActor({ balancePaise: 1001 });
    const late = await approvalOf(remove(user));
    expect(await getApproval(deps, other, late)).toMatchObject({
      ...{ kind: 'adjustment', command: 'users.remove', amountPaise: 1001 },
      before: { username: user.username, balancePaise: 1001 },
    });
    const deposit = await world.deposit(user, 500);
    await world.decide(deposit.id, 'approved');
    await expect(confirm(late)).rejects.toEqual(failed);
    expect(await world.wallet(user)).toMatchObject({ balancePaise: 1501 });
    await confirm(await approvalOf(remove(user)));
    expect(await world.wallet(user)).toMatchObject({ balancePaise: 0 });
  });

  const banner = { title: 'A banner', description: '', linkUrl: '', isActive: true };
  const siteUrl = {
    ...{ title: 'A site', url: 'https://site.example/', description: '' },
    ...{ isActive: true, displayOrder: 1 },
  };
});

describe('QR codes', () => {
  const image = () => imageOf('qr-codes');
  const form = { name: 'Counter', description: '', isActive: true };
  const create = () => createQrCode(deps, maker, { form, image: image() });
  const read = async (id: string) => (await listQrCodes(deps)).find((row) => row.id === id);
  const update = (id: string, changes: Partial<typeof form>) =>
    updateQrCode(deps, maker, { id, form: changes });

  test('are inactive until the activation of a new image is confirmed', async () => {
    await rule('qrCode');
    const { id, isActive, imageUrl } = await create();
    expect(isActive).toBe(false);
    await refuse(await waitingFor(id));
    expect(await read(id)).toMatchObject({ isActive: false });
    await confirm(await approvalOf(update(id, { isActive: true })));
    expect(await read(id)).toMatchObject({ isActive: true, imageUrl });
    const replaced = await updateQrCode(deps, maker, { id, form: {}, image: image() });
    expect(replaced.isActive).toBe(false);
    await confirm(await waitingFor(id));
    expect(await read(id)).toMatchObject({ isActive: true, imageUrl: replaced.imageUrl });
  });

  test('are not activated with another image than the confirmed one', async () => {
    await rule('qrCode');
    const { id } = await create();
    const request = await waitingFor(id);
    await updateQrCode(deps, maker, { id, form: {}, image: image() });
    await expect(confirm(request)).rejects.toEqual(failed);
    expect(await read(id)).toMatchObject({ isActive: false });
    expect(await getApproval(deps, maker, request)).toMatchObject({ state: 'failed' });
  });

  test('get another payee when that is confirmed', async () => {
    const { id } = await create();
    await rule('qrCode');
    const payee = { upiId: 'shop@bank', payeeName: 'Asha Stores' };
    const request = await approvalOf(updateQrCode(deps, maker, { id, form: payee }));
    expect(await read(id)).toMatchObject({ upiId: null, payeeName: null });
    expect(await getApproval(deps, maker, request)).toMatchObject({
      ...{ before: { upiId: null, payeeName: null }, after: payee },
    });
    await confirm(request);
    expect(await read(id)).toMatchObject(payee);
  });

  test('change and go when that is confirmed, but are switched off immediately', async () => {
    const { id } = await create();
    await rule('qrCode');
    const renaming = await approvalOf(update(id, { name: 'Office' }));
    expect(await read(id)).toMatchObject({ name: 'Counter' });
    await confirm(renaming);
    expect(await read(id)).toMatchObject({ name: 'Office' });
    const removal = () => approvalOf(removeQrCode(deps, maker, id));
    await refuse(await removal());
    expect(await read(id)).toBeDefined();
    await confirm(await removal());
    expect(await read(id)).toBeUndefined();
    const next = await createQrCode(deps, maker, {
      form: { ...form, isActive: false },
      image: image(),
    });
    await confirm(await approvalOf(update(next.id, { isActive: true })));
    expect(await update(next.id, { isActive: false })).toMatchObject({ isActive: false });
  });
});

describe('API keys', () => {
  const read = async (id: string) => (await listApiKeys(deps)).find((key) => key.id === id);
  const create = () =>
    createApiKey(deps, maker, {
      ...{ name: 'Reports', scopes: ['reports:read'], days: 30 },
      ...{ dayPaise: null, dayCommands: null },
    });

  test('are suspended until their activation is confirmed', async () => {
    await rule('apiKey');
    const { key, secret } = await create();
    expect(secret).toMatch(/^wlt_/);
    expect(key).toMatchObject({ state: 'suspended', suspensionReason: 'needs_approval' });
    expect(await read(key.id)).toMatchObject({ suspensionReason: 'needs_approval' });
    await refuse(await waitingFor(key.id));
    const over = { state: 'suspended', suspensionReason: 'not_approved' };
    expect(await read(key.id)).toMatchObject(over);
    const again = await approvalOf(resumeApiKey(deps, maker, key.id));
    expect(await read(key.id)).toMatchObject({ suspensionReason: 'needs_approval' });
    await withdrawApproval(deps, maker, again);
    expect(await read(key.id)).toMatchObject(over);
    await confirm(await approvalOf(resumeApiKey(deps, maker, key.id)));
    expect(await read(key.id)).toMatchObject({ state: 'active', suspensionReason: null });
  });
});

describe('webhooks', () => {
  const form = {
    url: 'https://receiver.example/events',
    ...{ description: '', eventTypes: ['user.created' as const], isActive: true },
  };
  const read = async (id: string) => (await listWebhooks(deps)).find((row) => row.id === id);

  test('are inactive until their activation is confirmed', async () => {
    await rule('webhook');
    const { id } = await createWebhook(deps, maker, form);
    expect(await read(id)).toMatchObject({ isActive: false, stopReason: 'needs_approval' });
    await refuse(await waitingFor(id));
    expect(await read(id)).toMatchObject({ isActive: false, stopReason: 'not_approved' });
    const activate = { id, form: { isActive: true } };
    await confirm(await approvalOf(updateWebhook(deps, maker, activate)));
    expect(await read(id)).toMatchObject({ isActive: true, stopReason: null });
  });

  test('change and go when that is confirmed', async () => {
    const { id } = await createWebhook(deps, maker, form);
    await rule('webhook');
    const change = (url: string) =>
      approvalOf(updateWebhook(deps, maker, { id, form: { ...form, url } }));
    await refuse(await change('https://thief.example/'));
    expect(await read(id)).toMatchObject({ url: form.url });
    await confirm(await change('https://new.example/'));
    expect(await read(id)).toMatchObject({ url: 'https://new.example/' });
    const removal = await approvalOf(removeWebhook(deps, maker, id));
    expect(await read(id)).toBeDefined();
    await confirm(removal);
    expect(await read(id)).toBeUndefined();
  });
});
