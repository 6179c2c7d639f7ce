import { screen } from '@testing-library/dom';
import { expect } from 'vitest';
import { createTestUser } from '#server/testing/accounts.ts';
import { PATIENCE } from './application.ts';
import { ADMIN, type ApiUser, buildImage, DEMO, NEWCOMER, signInToApi } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

const MAKER = { username: 'second', password: 'second-of-e2e' };

testScreens('second approvals', async (admin, application) => {
  const { server } = application;
  const chief = await signInToApi(server, ADMIN);
  const rule = { approvals: 1, isActive: true };
  await chief.api.approvals.saveRule({ ...rule, kind: 'adjustment', thresholdPaise: 1_000_000 });
  for (const kind of ['qrCode', 'apiKey', 'webhook'] as const) {
    await chief.api.approvals.saveRule({ ...rule, kind, thresholdPaise: null });
  }
  await createTestUser(server.deps, { ...MAKER, role: 'admin' });
  const maker = await signInToApi(server, MAKER);
  const person = await chief.api.users.create(NEWCOMER);
  const adjustment = maker.api.users.adjustBalance({
    userId: person.id,
    newBalance: '20000',
    shownBalancePaise: 0,
    reason: 'Refund of a payment',
    requestKey: crypto.randomUUID(),
  });
  await expect(adjustment).rejects.toMatchObject({ code: 'SECOND_APPROVAL_REQUIRED' });
  await application.open(ADMIN, '/admin/approvals');
  await admin.pressButton('View: Balance adjusted');
  await screen.findByText('Refund of a payment', {}, PATIENCE);
  await admin.pressButton('Confirm');
  await screen.findAllByText('Confirmed', {}, PATIENCE);
  await screen.findByText('Nothing is waiting for a second approval', {}, PATIENCE);
  const { balancePaise } = await chief.api.users.get({ userId: person.id });
  expect(balancePaise).toBe(2_000_000);
  await changePaymentDetails(maker);
  await checkRows(admin);
  const { api } = chief;
  await checkRepeatedReceipt(admin, maker, chief);
  const made = [await api.qrCodes.list(), await api.webhooks.list(), await api.apiKeys.list()];
  expect(made.flat()).toMatchObject([{ isActive: true }, { isActive: true }, { state: 'active' }]);
});

/** The second admin sees the receipt and its warnings, and confirms a repeated receipt after a comparison. */
async function checkRepeatedReceipt(admin: SpecChecker, maker: ApiUser, chief: ApiUser) {
  const demo = await signInToApi(admin.application.server, DEMO);
  const image = await buildImage();
  const send = async (amount: string) => {
    await demo.upload('/files/deposits', { amount, requestKey: crypto.randomUUID() }, image);
    const { rows } = await chief.api.transactions.list({ type: 'deposit', tab: 'pending' });
    return rows.map(({ id }) => id);
  };
  const approve = { decision: 'approved', requestKey: crypto.randomUUID() } as const;
  const first = await send('430');
  await chief.api.review.decide({ ...approve, ids: first });
  const rule = { approvals: 1, isActive: true, thresholdPaise: null };
  await chief.api.approvals.saveRule({ ...rule, kind: 'deposit' });
  const ids = await send('440');
  const held = await maker.api.review.decide({ ...approve, ids, confirmedDuplicateIds: first });
  expect(held.results).toMatchObject([{ refusal: { code: 'SECOND_APPROVAL_REQUIRED' } }]);
  await admin.openFresh('/admin/approvals', 'Second approvals');
  await admin.pressButton('View: Transaction approved');
  await admin.contains(
    ['dialog', 'Approval request'],
    ...['This receipt was already approved with another deposit', '₹430.00', 'Approved'],
  );
  await admin.isAccessible();
  await admin.pressButton('Confirm');
  await admin.contains(['dialog', 'Approve this receipt again?'], '₹440.00', '₹430.00');
  await admin.isAccessible();
  await admin.pressButton('Approve anyway');
  await admin.waitUntil('Nothing is waiting for a second approval');
  const [id] = ids;
  expect(id && (await chief.api.transactions.get({ id }))).toMatchObject({ status: 'approved' });
}

/** Creates a QR code, an API key and a webhook, which wait for a second approval. */
async function changePaymentDetails({ api, upload }: ApiUser): Promise<void> {
  const qrCode = { name: 'Till', description: '', isActive: true };
  await upload('/files/qr-codes', qrCode, await buildImage());
  await api.apiKeys.create({ name: 'Reports', scopes: ['reports:read'], days: 30 });
  const hook = { url: 'https://example.org/hook', description: '', isActive: true };
  await api.webhooks.create({ ...hook, eventTypes: ['user.created'] });
}

/** The row of each list shows the waiting request, and opens it. */
async function checkRows(admin: SpecChecker): Promise<void> {
  const lists = [
    ['/admin/qr-codes', 'QR Code Management', 'QR code updated'],
    ['/admin/settings/api', 'API keys', 'API key resumed'],
    ['/admin/settings/webhooks', 'Webhooks', 'Webhook updated'],
  ] as const;
  for (const [path, heading, action] of lists) {
    await admin.openFresh(path, heading);
    await admin.find('button', `View: ${action}`);
    await admin.waitUntil(`${action}Requested by: ${MAKER.username}`);
    await admin.isAccessible();
    await admin.pressButton(`View: ${action}`);
    await admin.dialog('Approval request');
    await admin.pressButton('Confirm');
    await admin.hasCount('button', `View: ${action}`, 0);
  }
}
