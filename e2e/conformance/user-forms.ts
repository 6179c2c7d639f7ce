import type { Page } from '@playwright/test';
import { type ErrorCode, errorTable } from '#contract/errors.ts';
import { MAX_UPLOAD_BYTES } from '#contract/rules.ts';
import { buildReceipt } from '../support/images.ts';
import { expect } from '../support/test.ts';
import { type Row, type Scene, seen, tested } from './rows.ts';
import type { UserFormScene } from './user-form-scenes.ts';

const PROFILE = 'e2e/profile.spec.ts';
const SESSIONS = 'e2e/sessions.spec.ts';
const WITHDRAWALS = 'server/features/withdrawals/service.test.ts';

/** What the server answers from now on to what goes to a path. */
async function refuse(page: Page, path: string, code: ErrorCode): Promise<void> {
  const { status, message } = errorTable[code];
  // Without saying whether the contract knows it, an answer would be told by its status alone.
  const error = { defined: true, code, status, message };
  // Files' routes answer plainly; calls wrap what they answer.
  const json = path.startsWith('files/') ? error : { json: error };
  await page.unrouteAll();
  await page.route(`**/${path}`, (route) => route.fulfill({ status, json }));
}

/** A form is sent by its button; a mouse would stay over the message that comes, and the message with it. */
function send(button: string): Scene {
  return async ({ page }) => {
    const target = page.getByRole('main').getByRole('button', { name: button });
    // A key that is pressed on a disabled button is lost.
    await expect(target).toBeEnabled();
    await target.press('Enter');
  };
}

/**
 * The session has ended behind the screen's back when the form is sent. Had it really, whatever the screen
 * asks for by itself might be told so first, and lead away from the form.
 */
function sendWithoutSession(button: string, path: string): Scene {
  return async (visit) => {
    await refuse(visit.page, path, 'MISSING_SESSION');
    await send(button)(visit);
  };
}

const TOO_LARGE = {
  ...{ name: 'large.png', mimeType: 'image/png' },
  buffer: Buffer.alloc(MAX_UPLOAD_BYTES + 1),
};

const sendDeposit = send('Submit Deposit');

const deposit: Row<UserFormScene>[] = [
  {
    section: 5,
    statement: 'Deposit: the amount is at least 1, in steps of 0.01',
    proof: seen('deposit form', async ({ page }) => {
      const amount = page.getByRole('spinbutton', { name: 'Amount' });
      await expect(amount).toHaveAttribute('min', '1');
      await expect(amount).toHaveAttribute('step', '0.01');
    }),
  },
  {
    section: 5,
    statement:
      "Deposit, without an amount: 'Invalid Amount', 'Please enter a valid deposit amount'",
    proof: seen('deposit form', sendDeposit),
  },
  {
    section: 5,
    statement: "Deposit, without a receipt: 'Receipt Required', 'Please upload a payment receipt'",
    proof: seen('deposit form', async (visit) => {
      await visit.page.getByRole('spinbutton', { name: 'Amount' }).fill('100');
      await sendDeposit(visit);
    }),
  },
  {
    section: 5,
    statement: "Deposit, another kind of file: 'Please upload a JPEG, PNG, or WebP image'",
    proof: seen('deposit form', async ({ page }) => {
      const gif = { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') };
      await page.getByLabel('Payment Receipt').setInputFiles(gif);
    }),
  },
  {
    section: 5,
    statement: "Deposit, a file above 5 MB: 'Please upload an image smaller than 5MB'",
    proof: seen('deposit form', ({ page }) =>
      page.getByLabel('Payment Receipt').setInputFiles(TOO_LARGE),
    ),
  },
  {
    section: 8,
    statement: "Deposit, not taken: 'Failed to submit deposit request'",
    proof: seen('deposit form', async (visit) => {
      await visit.page.getByLabel('Payment Receipt').setInputFiles(await buildReceipt());
      await refuse(visit.page, 'files/deposits', 'INTERNAL');
      await sendDeposit(visit);
    }),
  },
  {
    section: 8,
    statement:
      "Deposit: 'Deposit Request Submitted', 'Your deposit request has been submitted for review'",
    proof: seen('deposit form', async (visit) => {
      await visit.page.unrouteAll();
      await sendDeposit(visit);
    }),
  },
  {
    section: 5,
    statement:
      "Deposit, signed out meanwhile: 'Authentication Required', 'Please log in to make a deposit'",
    proof: seen('deposit form', async (visit) => {
      await visit.page.getByRole('spinbutton', { name: 'Amount' }).fill('100');
      await visit.page.getByLabel('Payment Receipt').setInputFiles(await buildReceipt());
      await sendWithoutSession('Submit Deposit', 'files/deposits')(visit);
    }),
  },
];

const sendWithdrawal = send('Request Withdrawal');

/** A withdrawal of an amount. */
function withdraw(amount: string): Scene {
  return async (visit) => {
    await visit.page.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await sendWithdrawal(visit);
  };
}

/** A withdrawal that the server refuses. */
function withdrawAgainst(code: ErrorCode): Scene {
  return async (visit) => {
    await refuse(visit.page, 'rpc/withdrawals/request', code);
    await withdraw('100')(visit);
  };
}

const withdrawal: Row<UserFormScene>[] = [
  {
    section: 5,
    statement: 'Withdrawal: what is neither digit nor dot is left out as it is typed',
    proof: seen('withdrawal form', async ({ page }) => {
      const amount = page.getByRole('textbox', { name: 'Amount' });
      await amount.fill('₹ 1,2a.5');
      await expect(amount).toHaveValue('12.5');
    }),
  },
  {
    section: 5,
    statement:
      "Withdrawal of a dot: 'Amount must be a valid number', 'Please enter a valid withdrawal amount greater than 0'",
    proof: seen('withdrawal form', withdraw('.')),
  },
  {
    section: 5,
    statement: "Withdrawal of 9.99: 'Minimum withdrawal amount is ₹10.00'",
    proof: seen('withdrawal form', withdraw('9.99')),
  },
  {
    section: 5,
    statement:
      "Withdrawal of more than there is: 'Amount exceeds available balance', 'Insufficient Balance', 'Your available balance is ₹4,800.00. Please enter a lower amount.'",
    proof: seen('withdrawal form', withdraw('4800.01')),
  },
  {
    section: 5,
    statement:
      "Withdrawal, found too much by the server: 'Insufficient balance. Available: ₹{x}, Requested: ₹{y}'",
    proof: tested(
      WITHDRAWALS,
      'more than is available, which a hold makes less than the balance, and says how much is',
    ),
  },
  {
    section: 5,
    statement: "Withdrawal, to no account: 'Please select a bank account for the withdrawal'",
    proof: tested(WITHDRAWALS, 'no account chosen'),
  },
  {
    section: 5,
    statement: "Withdrawal: 'Selected bank account not found or does not belong to you.'",
    proof: seen('withdrawal form', withdrawAgainst('BANK_ACCOUNT_NOT_OWNED')),
  },
  {
    section: 8,
    statement:
      "Withdrawal, 23514: 'Withdrawal Failed', 'Invalid withdrawal data. Please check the amount and try again.'",
    proof: seen('withdrawal form', withdrawAgainst('INVALID_WITHDRAWAL_DATA')),
  },
  {
    section: 8,
    statement:
      "Withdrawal, 23503: 'Bank account reference error. Please select a valid bank account.'",
    proof: seen('withdrawal form', withdrawAgainst('BANK_ACCOUNT_REFERENCE')),
  },
  {
    section: 8,
    statement: "Withdrawal, refused otherwise: 'Withdrawal submission failed: {message}'",
    proof: seen('withdrawal form', withdrawAgainst('RATE_LIMITED')),
  },
  {
    section: 8,
    statement:
      "Withdrawal, a fault of the server: 'An unexpected error occurred during withdrawal submission'",
    proof: seen('withdrawal form', withdrawAgainst('INTERNAL')),
  },
  {
    section: 8,
    statement: "Withdrawal, without an answer: 'Failed to process withdrawal. Please try again.'",
    proof: seen('withdrawal form', async (visit) => {
      await visit.page.unrouteAll();
      await visit.page.route('**/rpc/withdrawals/request', (route) => route.abort());
      await withdraw('100')(visit);
    }),
  },
  {
    section: 8,
    statement:
      "Withdrawal: 'Withdrawal Request Submitted', 'Your withdrawal request for ₹100.00 has been submitted successfully and is pending approval.'",
    proof: seen('withdrawal form', async (visit) => {
      await visit.page.unrouteAll();
      await withdraw('100')(visit);
    }),
  },
  {
    section: 8,
    statement:
      "Withdrawal, by someone who is gone: 'User verification failed. Please ensure you are logged in.'",
    proof: seen('withdrawal form', withdrawAgainst('SESSION_USER_NOT_FOUND')),
  },
  {
    section: 5,
    statement: "Withdrawal, signed out meanwhile: 'Please log in to make a withdrawal'",
    proof: seen('withdrawal form, again', async (visit) => {
      await visit.page.getByRole('textbox', { name: 'Amount' }).fill('100');
      await sendWithoutSession('Request Withdrawal', 'rpc/withdrawals/request')(visit);
    }),
  },
  {
    section: 8,
    statement: 'A balance that can not be read counts as 0, is told, and blocks withdrawals',
    proof: seen('withdraw, balance unknown', async ({ page }) => {
      const told = 'Your balance could not be loaded. Withdrawals are blocked until it is.';
      await expect(page.getByText(told)).toBeVisible();
      const summary = page.getByRole('region', { name: 'Withdrawal Summary' });
      await expect(summary).toContainText('₹0.00');
      const name = 'Minimum balance required: ₹10.00';
      await expect(page.getByRole('button', { name })).toBeDisabled();
    }),
  },
];

/** The dialog's own button has the same name as the one that opens it. */
const addAccount: Scene = ({ person }) =>
  person.dialog('Add Bank Account').getByRole('button', { name: 'Add Bank Account' }).click();

/** The second account, which is not the default one. */
const OTHER = 'Second Bank account ending in 4321';

const accounts: Row<UserFormScene>[] = [
  {
    section: 5,
    statement:
      "Add bank account: 'Account holder name is required', 'Account number must be at least 5 characters', 'Bank name is required'",
    proof: seen('account form', async (visit) => {
      await visit.page.getByRole('textbox', { name: 'Account Number' }).fill('1234');
      await addAccount(visit);
    }),
  },
  {
    section: 8,
    statement: "Add bank account, not taken: 'Failed to add bank account. Please try again.'",
    proof: seen('account form', async (visit) => {
      const { page, person } = visit;
      const dialog = person.dialog('Add Bank Account');
      await dialog.getByRole('textbox', { name: 'Account Holder Name' }).fill('Demo Person');
      await dialog.getByRole('textbox', { name: 'Account Number' }).fill('987654321');
      await dialog.getByRole('combobox', { name: 'Bank Name' }).fill('Second Bank');
      await refuse(page, 'rpc/bankAccounts/create', 'INTERNAL');
      await addAccount(visit);
    }),
  },
  {
    section: 8,
    statement: "Add bank account: 'Bank account added successfully'",
    proof: seen('account form', async (visit) => {
      await visit.page.unrouteAll();
      await addAccount(visit);
    }),
  },
  {
    section: 9,
    statement: 'Account numbers show their first and last four digits, up to 8 digits the last',
    proof: seen('account form', async ({ page }) => {
      const cards = page.getByRole('main').getByRole('listitem');
      await expect(cards.filter({ hasText: 'Second Bank' })).toContainText(/9876.*4321/);
      await expect(cards.filter({ hasText: 'Second Bank' })).not.toContainText('987654321');
    }),
  },
  {
    section: 8,
    statement: "Default account, not taken: 'Failed to update default account'",
    proof: seen('account form', async ({ page }) => {
      await refuse(page, 'rpc/bankAccounts/setDefault', 'INTERNAL');
      await page.getByRole('button', { name: `Set ${OTHER} as default` }).click();
    }),
  },
  {
    section: 8,
    statement: "Default account: 'Default bank account updated'",
    proof: seen('account form', async ({ page }) => {
      await page.unrouteAll();
      await page.getByRole('button', { name: `Set ${OTHER} as default` }).click();
    }),
  },
  {
    section: 8,
    statement: "Deleting an account, not done: 'Failed to delete bank account'",
    proof: seen('account form', async ({ page, person }) => {
      await refuse(page, 'rpc/bankAccounts/remove', 'INTERNAL');
      await page.getByRole('button', { name: `Delete ${OTHER}` }).click();
      await person.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    }),
  },
  {
    section: 8,
    statement: "Deleting an account: 'Bank account deleted successfully'",
    proof: seen('account form', async ({ page }) => {
      await page.unrouteAll();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    }),
  },
  {
    section: 8,
    statement: "Bank accounts, not read: 'Failed to fetch bank accounts'",
    proof: seen('account form', async ({ page }) => {
      await refuse(page, 'rpc/bankAccounts/list*', 'INTERNAL');
      await page.reload();
    }),
  },
  {
    section: 5,
    statement: "Add bank account, signed out meanwhile: 'Please log in to add a bank account'",
    proof: seen('account form, again', async (visit) => {
      const { page, person } = visit;
      const dialog = person.dialog('Add Bank Account');
      await dialog.getByRole('textbox', { name: 'Account Holder Name' }).fill('Demo Person');
      await dialog.getByRole('textbox', { name: 'Account Number' }).fill('987654321');
      await dialog.getByRole('combobox', { name: 'Bank Name' }).fill('Second Bank');
      await refuse(page, 'rpc/bankAccounts/create', 'MISSING_SESSION');
      await addAccount(visit);
    }),
  },
];

const profile: Row<UserFormScene>[] = [
  {
    section: 5,
    statement:
      "Avatar, another kind of file: 'Invalid file type', 'Please select a JPEG, PNG, or WebP image'",
    proof: tested(PROFILE, 'a profile: details, picture and password'),
  },
  {
    section: 5,
    statement: "Avatar, above 5 MB: 'File too large', 'Please select an image smaller than 5MB'",
    proof: seen('profile form', ({ page }) =>
      page.getByLabel('Profile picture').setInputFiles(TOO_LARGE),
    ),
  },
  {
    section: 8,
    statement: "Avatar, not taken: 'Upload failed', 'Failed to upload avatar'",
    proof: seen('profile form', async ({ page }) => {
      await refuse(page, 'files/avatars', 'INTERNAL');
      await page.getByLabel('Profile picture').setInputFiles(await buildReceipt());
      await page.getByRole('button', { name: 'Save Avatar' }).click();
    }),
  },
  {
    section: 8,
    statement: "Avatar, without an answer: 'Upload error'",
    proof: seen('profile form', async ({ page }) => {
      await page.unrouteAll();
      await page.route('**/files/avatars', (route) => route.abort());
      await page.getByRole('button', { name: 'Save Avatar' }).click();
    }),
  },
  {
    section: 8,
    statement: "Avatar: 'Avatar updated', 'Your profile picture has been updated successfully'",
    proof: seen('profile form', async ({ page }) => {
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Save Avatar' }).click();
    }),
  },
  {
    section: 8,
    statement: "Profile, not taken: 'Failed to update profile'",
    proof: seen('profile form', async (visit) => {
      await visit.page.getByRole('textbox', { name: 'City' }).fill('Pune');
      await refuse(visit.page, 'rpc/profiles/update', 'INTERNAL');
      await send('Update Profile')(visit);
    }),
  },
  {
    section: 8,
    statement: "Profile: 'Profile updated successfully!'",
    proof: seen('profile form', async (visit) => {
      await visit.page.unrouteAll();
      await send('Update Profile')(visit);
    }),
  },
  {
    section: 5,
    statement:
      "Change password: 'All fields are required', 'New passwords do not match', 'Current password is incorrect', 'Password updated successfully', and the fields clear",
    proof: tested(PROFILE, 'a profile: details, picture and password'),
  },
  {
    section: 5,
    statement: "Change password, too short: 'Password must be at least 6 characters long'",
    proof: seen('profile form', async (visit) => {
      const field = (name: string) => visit.page.getByLabel(name, { exact: true });
      await field('Current Password').fill('whatever');
      for (const name of ['New Password', 'Confirm New Password']) await field(name).fill('12345');
      await send('Update Password')(visit);
    }),
  },
  {
    section: 8,
    statement: "Profile, not read: 'Failed to fetch profile'",
    proof: seen('profile form', async ({ page }) => {
      await refuse(page, 'rpc/profiles/current*', 'INTERNAL');
      await page.reload();
    }),
  },
];

const others: Row<UserFormScene>[] = [
  {
    section: 5,
    statement:
      "Login: 'Please enter both username and password'; section 8: 'Invalid username or password' on any failure",
    proof: tested(SESSIONS, 'a sign-in that fails says the same whatever was wrong'),
  },
  {
    section: 8,
    statement: "Login: 'Logged in successfully'",
    proof: tested(SESSIONS, 'signing in leads back to the page that was asked for'),
  },
  {
    section: 5,
    statement: 'Support: name, email, category, subject and message are required, email an address',
    proof: tested(
      'web/features/support-messages/support-form.test.ts',
      'wants an address to answer to',
    ),
  },
];

/** Sections 5 and 8: what forms ask for, refuse and tell. */
export const userFormRows: Row<UserFormScene>[] = [
  ...deposit,
  ...withdrawal,
  ...accounts,
  ...profile,
  ...others,
];
