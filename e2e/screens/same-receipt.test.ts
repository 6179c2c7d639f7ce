import { fireEvent } from '@testing-library/dom';
import { ADMIN, buildImage, DEMO, seedDemoData, signInToApi } from './fixtures.ts';
import { testScreens } from './test-screens.ts';

testScreens('a deposit whose receipt was already approved', async (admin, application) => {
  await seedDemoData(application.server);
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
});
