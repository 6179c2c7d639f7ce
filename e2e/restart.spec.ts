import { fundDemo, requestDeposit, signInToApi } from './support/api.ts';
import { Person } from './support/person.ts';
import { expect, test, watchReloads } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test.use({ isEmbedded: true });

test('loses no acknowledged change when the server crashes, and open pages continue', async ({
  wallet,
  openBrowser,
}) => {
  // The browser logs each failed attempt to reconnect.
  const away = [/net::ERR_/];
  const user = new Person(await openBrowser({ tolerate: away }));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user');
  await user.go('Passbook');
  await fundDemo(wallet, '900');
  // A toast whose text is still being fetched would log the cut connection.
  await expect(user.toast('₹900.00')).toBeVisible();
  await expect(user.row('₹900.00')).toContainText('Approved');
  const wasNotReloaded = await watchReloads(page);

  await wallet.kill();
  await wallet.startAgain();

  await requestDeposit(wallet, '55');
  await expect(user.row('₹55.00')).toContainText('Pending', { timeout: 20_000 });
  await expect(user.row('₹55.00')).toContainText('₹900.00');
  await wasNotReloaded();
  const { api } = await signInToApi(wallet, ACCOUNTS.demo);
  expect(await api.balances.current()).toMatchObject({ balancePaise: 900_00 });
});
