import type { ErrorCode } from '#contract/shared/errors.ts';
import { MAX_UPLOAD_BYTES } from '#contract/shared/rules.ts';
import { refuse } from '../support/answers.ts';
import { buildReceipt } from '../support/images.ts';
import { expect } from '../support/test.ts';
import { ACCOUNTS } from '../support/wallet.ts';
import { fill } from './supply.ts';
import { type Witness, walk } from './witness.ts';

const TOO_LARGE = {
  name: 'large.png',
  mimeType: 'image/png',
  buffer: Buffer.alloc(MAX_UPLOAD_BYTES + 1),
};

/**
 * The form is the last one of its session, because its response ends the session. If the session had ended on the
 * server, another request of the screen could get that response first and leave the form.
 */
walk('user forms', async (user, wallet) => {
  await fill(wallet);
  await user.arrive(ACCOUNTS.demo, '/user/deposit');
  await seeDeposit(user);
  await user.become(ACCOUNTS.demo, '/user');
  await seeUnknownBalance(user);
  await seeWithdrawal(user);
  await user.become(ACCOUNTS.demo, '/user/bank-accounts');
  await seeAccounts(user);
  await user.become(ACCOUNTS.demo, '/user/profile');
  await seeProfile(user);
  await user.openAnew('/user/withdraw', 'Withdraw');
  await withdraw(user, '100', 'MISSING_SESSION');
  await user.sees("5 Withdrawal, signed out meanwhile: 'Please log in to make a withdrawal'");
});

async function seeDeposit(user: Witness): Promise<void> {
  const { page } = user;
  const amount = page.getByRole('textbox', { name: 'Amount' });
  const receipt = page.getByLabel('Payment receipt');
  const sendDeposit = () => user.pressButton('Submit deposit');
  await user.finds('5 Deposit: the amount is at least 1, in steps of 0.01', async () => {
    await expect(amount).toHaveAttribute('min', '1');
    await expect(amount).toHaveAttribute('step', '0.01');
  });
  await sendDeposit();
  await user.sees(
    "5 Deposit, without an amount: 'Invalid Amount', 'Please enter a valid deposit amount'",
  );
  await amount.fill('100');
  await sendDeposit();
  await user.sees(
    "5 Deposit, without a receipt: 'Receipt Required', 'Please upload a payment receipt'",
  );
  const buffer = Buffer.from('GIF89a');
  await receipt.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer });
  await user.sees("5 Deposit, another kind of file: 'Please upload a JPEG, PNG, or WebP image'");
  await receipt.setInputFiles(TOO_LARGE);
  await user.sees("5 Deposit, a file above 5 MB: 'Please upload an image smaller than 5MB'");
  await receipt.setInputFiles(await buildReceipt());
  await refuse(page, 'files/deposits', 'INTERNAL');
  await sendDeposit();
  await user.sees("8 Deposit, not taken: 'Failed to submit deposit request'");
  await page.unrouteAll();
  await sendDeposit();
  await user.sees(
    "8 Deposit: 'Deposit Request Submitted', 'Your deposit request has been submitted for review'",
  );
  await user.pressButton('Make another deposit');
  // The same amount with the same receipt would open a confirmation first.
  await amount.fill('101');
  await receipt.setInputFiles(await buildReceipt());
  await refuse(page, 'files/deposits', 'MISSING_SESSION');
  await sendDeposit();
  await user.sees(
    "5 Deposit, signed out meanwhile: 'Authentication Required', 'Please log in to make a deposit'",
  );
}

async function seeUnknownBalance(user: Witness): Promise<void> {
  const { page } = user;
  await page.route('**/rpc/balances/*', (route) => route.abort());
  await user.load('/user/withdraw', 'Withdraw');
  await user.finds(
    '8 A balance that can not be read counts as 0, is told, and blocks withdrawals',
    async () => {
      const told = 'We could not load your balance. You can withdraw once it loads.';
      await expect(page.getByText(told)).toBeVisible();
      const summary = page.getByRole('region', { name: 'Withdrawal Summary' });
      await expect(summary).toContainText('₹0.00');
      const name = 'Minimum balance required: ₹10.00';
      await expect(page.getByRole('button', { name })).toBeDisabled();
    },
  );
  await page.unrouteAll();
}

/** Enters the amount of a withdrawal, which the form may refuse. */
async function enter(user: Witness, amount: string): Promise<void> {
  await user.page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await user.pressButton('Request withdrawal');
}

/** Requests a withdrawal of an amount, which the server may refuse. */
async function withdraw(user: Witness, amount: string, refusal?: ErrorCode): Promise<void> {
  if (refusal) await refuse(user.page, 'rpc/withdrawals/request', refusal);
  await enter(user, amount);
  await user.pressButton('Confirm withdrawal');
}

async function seeWithdrawal(user: Witness): Promise<void> {
  const { page } = user;
  await user.load('/user/withdraw', 'Withdraw');
  await user.finds(
    '5 Withdrawal: what is neither digit nor dot is left out as it is typed',
    async () => {
      const amount = page.getByRole('textbox', { name: 'Amount' });
      await amount.fill('₹ 1,2a.5');
      await expect(amount).toHaveValue('12.5');
    },
  );
  await enter(user, '.');
  await user.sees(
    "5 Withdrawal of a dot: 'Amount must be a valid number', 'Please enter a valid withdrawal amount greater than 0'",
  );
  await enter(user, '9.99');
  await user.sees("5 Withdrawal of 9.99: 'Minimum withdrawal amount is ₹10.00'");
  await enter(user, '4730.01');
  await user.sees(
    "5 Withdrawal of more than there is: 'Amount exceeds available balance', 'Insufficient Balance', 'Your available balance is ₹4,730.00. Please enter a lower amount.'",
  );
  await withdraw(user, '100', 'BANK_ACCOUNT_NOT_OWNED');
  await user.sees("5 Withdrawal: 'Selected bank account not found or does not belong to you.'");
  await withdraw(user, '100', 'INVALID_WITHDRAWAL_DATA');
  await user.sees(
    "8 Withdrawal, 23514: 'Withdrawal Failed', 'Invalid withdrawal data. Please check the amount and try again.'",
  );
  await withdraw(user, '100', 'BANK_ACCOUNT_REFERENCE');
  await user.sees(
    "8 Withdrawal, 23503: 'Bank account reference error. Please select a valid bank account.'",
  );
  await withdraw(user, '100', 'RATE_LIMITED');
  await user.sees("8 Withdrawal, refused otherwise: 'Withdrawal submission failed: {message}'");
  await withdraw(user, '100', 'INTERNAL');
  await user.sees(
    "8 Withdrawal, a fault of the server: 'An unexpected error occurred during withdrawal submission'",
  );
  await page.route('**/rpc/withdrawals/request', (route) => route.abort());
  await withdraw(user, '100');
  await user.sees(
    "8 Withdrawal, without an answer: 'Failed to process withdrawal. Please try again.'",
  );
  await page.unrouteAll();
  await withdraw(user, '100');
  await user.sees(
    "8 Withdrawal: 'Withdrawal Request Submitted', 'Your withdrawal request for ₹100.00 has been submitted successfully and is pending approval.'",
  );
  await user.pressButton('Make another withdrawal');
  await withdraw(user, '100', 'SESSION_USER_NOT_FOUND');
  await user.sees(
    "8 Withdrawal, by someone who is gone: 'User verification failed. Please ensure you are logged in.'",
  );
}

const ACCOUNT = {
  'Account holder name': 'Demo Person',
  'Account number': '987654321',
  'Bank name': 'Second Bank',
};
/** The account that is not the default one. */
const OTHER = 'Second Bank account ending in 4321';

async function seeAccounts(user: Witness): Promise<void> {
  const { page } = user;
  const create = 'rpc/bankAccounts/create';
  await user.pressButton('Add Bank Account');
  // The dialog's button has the same name as the one that opens it.
  await expect(user.dialog('Add Bank Account')).toBeVisible();
  await user.fillIn({ 'Account number': '1234' }, 'Add Bank Account');
  await user.sees(
    "5 Add bank account: 'Account holder name is required', 'Account number must be at least 5 characters', 'Bank name is required'",
  );
  await refuse(page, create, 'INTERNAL');
  await user.fillIn(ACCOUNT, 'Add Bank Account');
  await user.sees("8 Add bank account, not taken: 'Failed to add bank account. Please try again.'");
  await page.unrouteAll();
  await user.pressButton('Add Bank Account');
  await user.sees("8 Add bank account: 'Bank account added successfully'");
  await user.finds(
    '9 Account numbers show their first and last four digits, up to 8 digits the last',
    async () => {
      const cards = page.getByRole('main').getByRole('listitem');
      await expect(cards.filter({ hasText: 'Second Bank' })).toContainText(/9876.*4321/);
      await expect(cards.filter({ hasText: 'Second Bank' })).not.toContainText('987654321');
    },
  );
  await refuse(page, 'rpc/bankAccounts/setDefault', 'INTERNAL');
  await user.pressButton(`Set as default: ${OTHER}`);
  await user.sees("8 Default account, not taken: 'Failed to update default account'");
  await page.unrouteAll();
  await user.pressButton(`Set as default: ${OTHER}`);
  await user.sees("8 Default account: 'Default bank account updated'");
  await refuse(page, 'rpc/bankAccounts/remove', 'INTERNAL');
  await user.pressButton(`Delete ${OTHER}`);
  await user.pressButton('Delete');
  await user.sees("8 Deleting an account, not done: 'Failed to delete bank account'");
  await page.unrouteAll();
  await user.pressButton('Delete');
  await user.sees("8 Deleting an account: 'Bank account deleted successfully'");
  await refuse(page, 'rpc/bankAccounts/list*', 'INTERNAL');
  await page.reload();
  await user.sees("8 Bank accounts, not read: 'Failed to fetch bank accounts'");
  await page.unrouteAll();
  await user.load('/user/bank-accounts', 'Your Bank Accounts');
  await user.pressButton('Add Bank Account');
  await expect(user.dialog('Add Bank Account')).toBeVisible();
  await refuse(page, create, 'MISSING_SESSION');
  await user.fillIn(ACCOUNT, 'Add Bank Account');
  await user.sees(
    "5 Add bank account, signed out meanwhile: 'Please log in to add a bank account'",
  );
}

async function seeProfile(user: Witness): Promise<void> {
  const { page } = user;
  const picture = page.getByLabel('Profile picture');
  await picture.setInputFiles(TOO_LARGE);
  await user.sees(
    "5 Avatar, above 5 MB: 'File too large', 'Please select an image smaller than 5MB'",
  );
  await refuse(page, 'files/avatars', 'INTERNAL');
  await picture.setInputFiles(await buildReceipt());
  await user.pressButton('Save avatar');
  await user.sees("8 Avatar, not taken: 'Upload failed', 'Failed to upload avatar'");
  await page.route('**/files/avatars', (route) => route.abort());
  await user.pressButton('Save avatar');
  await user.sees("8 Avatar, without an answer: 'Upload error'");
  await page.unrouteAll();
  await user.pressButton('Save avatar');
  await user.sees(
    "8 Avatar: 'Avatar updated', 'Your profile picture has been updated successfully'",
  );
  await page.getByRole('textbox', { name: 'City' }).fill('Pune');
  await refuse(page, 'rpc/profiles/update', 'INTERNAL');
  await user.pressButton('Update Profile');
  await user.sees("8 Profile, not taken: 'Failed to update profile'");
  await page.unrouteAll();
  await user.pressButton('Update Profile');
  await user.sees("8 Profile: 'Profile updated successfully!'");
  await page.getByLabel('Current Password', { exact: true }).fill('whatever');
  for (const name of ['New Password', 'Confirm New Password']) {
    await page.getByLabel(name, { exact: true }).fill('12345');
  }
  await user.pressButton('Update Password');
  await user.sees("5 Change password, too short: 'Password must be at least 6 characters long'");
  await refuse(page, 'rpc/profiles/current*', 'INTERNAL');
  await page.reload();
  await user.sees("8 Profile, not read: 'Failed to fetch profile'");
  await page.unrouteAll();
}
