import { ADMIN, buildImage, DEMO, seedDemoData, signInToApi } from './fixtures.ts';
import { testScreens } from './test-screens.ts';

const UTR = '632628601452';

testScreens('deposits with the UTR of another one', async (admin, application) => {
  await seedDemoData(application.server);
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
  await application.load('/admin/settings/general');
  await admin.press('switch', /A deposit needs a UTR/);
  await admin.check('2.6 Settings: a deposit needs a UTR', () => admin.isAccessible());
});
