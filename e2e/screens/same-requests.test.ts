import { fireEvent } from '@testing-library/dom';
import { expect } from 'vitest';
import { createTestUser } from '#server/testing/accounts.ts';
import type { Application } from './application.ts';
import { ADMIN, buildImage, buildImageFile, DEMO, seedDemoData, signInToApi } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

const SECOND_ADMIN = { username: 'second', password: 'second-of-e2e' };
const UTR = '632628601452';
const TYPED_UTR = '6326 2860 1453';

testScreens('deposits with the receipt or UTR of another one', async (person, application) => {
  await seedDemoData(application.server);
  await checkReceipt(person, application);
  await checkTypedUtr(person, application);
  await checkUtr(person, application);
});

async function checkReceipt(admin: SpecChecker, application: Application): Promise<void> {
  const { api } = await signInToApi(application.server, ADMIN);
  const demo = await signInToApi(application.server, DEMO);
  const receipt = await buildImage();
  const send = (amount: string) =>
    demo.upload('/files/deposits', { amount, requestKey: crypto.randomUUID() }, receipt);
  await send('430');
  const { rows } = await api.transactions.list({ type: 'deposit', tab: 'pending' });
  const first = rows.filter(({ amountPaise }) => amountPaise === 430_00).map(({ id }) => id);
  await api.review.decide({ ids: first, decision: 'approved', requestKey: crypto.randomUUID() });
  await send('440');
  await application.open(ADMIN, '/admin/deposits');
  await admin.pressButton('View receipt: ₹440.00, demo');
  const approvedBefore = 'This receipt was already approved with another deposit';
  await admin.check('2.6 Deposit with an approved receipt: both are compared', async () => {
    await admin.contains(['dialog', 'Deposit Receipt'], approvedBefore, '₹430.00', 'Approved');
    await admin.pressButton('Compare receipts');
    await admin.contains(
      ['dialog', 'Compare receipts'],
      ...['This request', '₹440.00', 'Pending', '₹430.00', 'Approved'],
    );
    await admin.isAccessible();
  });
  await admin.check('2.6 Escape closes the comparison only', async () => {
    const inside = await admin.find('button', 'Close');
    fireEvent.keyDown(inside, { key: 'Escape' });
    await admin.hasCount('dialog', 'Compare receipts', 0);
    await admin.hasCount('dialog', 'Deposit Receipt', 1);
  });
}

async function checkUtr(admin: SpecChecker, application: Application): Promise<void> {
  const demo = await signInToApi(application.server, DEMO);
  for (const amount of ['410', '420']) {
    const form = { amount, utr: UTR, requestKey: crypto.randomUUID() };
    await demo.upload('/files/deposits', form, await buildImage());
  }
  await application.open(ADMIN, '/admin/deposits');
  await admin.pressButton('View receipt: ₹420.00, demo');
  await admin.check('2.6 Deposit with the UTR of another one, which is linked', async () => {
    await admin.contains(
      ['dialog', 'Deposit Receipt'],
      ...[UTR, 'The same UTR was sent with another deposit', '₹410.00', 'Pending'],
    );
    await admin.find('link', /^DEP-\d+$/);
    await admin.isAccessible();
  });
  await checkDifferentPayment(admin, application);
  await application.load('/admin/settings/requests');
  await admin.press('switch', /A deposit needs a UTR/);
  await admin.check('2.6 Settings: a deposit needs a UTR', () => admin.isAccessible());
}

/** A UTR is credited for the second time only as that of a different payment, by two admins. */
async function checkDifferentPayment(admin: SpecChecker, application: Application): Promise<void> {
  const { api } = await signInToApi(application.server, ADMIN);
  await createTestUser(application.server.deps, { ...SECOND_ADMIN, role: 'admin' });
  const { rows } = await api.transactions.list({ type: 'deposit', tab: 'pending' });
  const idsOf = (paise: number) =>
    rows.flatMap((row) => (row.amountPaise === paise ? [row.id] : []));
  const approval = { decision: 'approved', requestKey: crypto.randomUUID() } as const;
  await api.review.decide({ ...approval, ids: idsOf(410_00) });
  await application.open(ADMIN, '/admin/deposits');
  await admin.chooseInRow('Approve: ₹420.00, demo');
  await admin.dialog('Approve Deposit');
  await admin.pressButton('Approve Deposit');
  const question = 'This payment was already credited';
  const both = ['This request', '₹420.00', 'Pending', '₹410.00', 'Approved'];
  await admin.check('2.6 Deposit with a credited UTR: both are compared', async () => {
    await admin.contains(['dialog', question], ...both);
    await admin.isDisabled('This is a different payment');
    await admin.isAccessible();
  });
  const reason = 'Two banks use this number';
  await admin.fill('Why is it a different payment?', reason);
  await admin.pressButton('This is a different payment');
  await admin.waitUntil('This needs a second approval. Other admins were asked to confirm it.');
  await application.open(SECOND_ADMIN, '/admin/approvals');
  await admin.pressButton('View: Transaction approved');
  await admin.contains(['dialog', 'Approval request'], reason);
  await admin.pressButton('Confirm');
  await admin.check('2.6 The second admin sees both too', async () => {
    await admin.contains(['dialog', question], ...both);
    await admin.isAccessible();
  });
  await admin.pressButton('This is a different payment');
  await admin.waitUntil('Nothing is waiting for a second approval');
  const [id] = idsOf(420_00);
  expect(id && (await api.transactions.get({ id }))).toMatchObject({ status: 'approved' });
  await application.open(ADMIN, '/admin/deposits');
}

async function checkTypedUtr(person: SpecChecker, application: Application): Promise<void> {
  const { api } = await signInToApi(application.server, ADMIN);
  const demo = await signInToApi(application.server, DEMO);
  const form = {
    amount: '510',
    utr: TYPED_UTR.replaceAll(' ', ''),
    requestKey: crypto.randomUUID(),
  };
  await demo.upload('/files/deposits', form, await buildImage());
  await application.open(DEMO, '/user/deposit');
  await person.check('5 Deposit: help where payment apps show the UTR', async () => {
    await person.pressButton('Where do I find the UTR?');
    await person.waitUntil('Google Pay: UPI transaction ID');
    await person.isAccessible();
  });
  await person.fill('Amount', '520');
  await person.fill('UTR / reference number (optional)', '6326 2860 145');
  await person.chooseFile('Payment receipt', await buildImageFile());
  await person.pressButton('Submit deposit');
  await person.expectTexts(
    "5 Deposit with a UTR that is too short: 'This is not a UTR of this payment method. Check the number and the payment method.'",
  );
  await person.fill('UTR / reference number (optional)', TYPED_UTR);
  await person.pressButton('Submit deposit');
  await person.expectTexts("8 Deposit with a UTR: 'Deposit Request Submitted'");
  await api.settings.save({ utrRequired: true });
  await application.load('/user/deposit');
  await person.fill('Amount', '430');
  await person.fill('UTR / reference number', ' ');
  await person.pressButton('Submit deposit');
  await person.expectTexts("5 Deposit without the required UTR: 'Enter the UTR of your payment'");
  await api.settings.save({ utrRequired: false });
}
