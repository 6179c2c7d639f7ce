import { expect } from 'vitest';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { MAX_UPLOAD_BYTES } from '#contract/uploads/rules.ts';
import { buildFileOfSize, DEMO, seedDemoData } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

testScreens('bank accounts and profile', async (user, application) => {
  await seedDemoData(application.server);
  await application.open(DEMO, '/user/bank-accounts');
  await checkAccounts(user);
  await application.open(DEMO, '/user/profile');
  await checkProfile(user);
});

const ACCOUNT = {
  'Account holder name': 'Demo Person',
  'Account number': '987654321',
  'Bank name': 'Second Bank',
};
/** The account that is not the default one. */
const OTHER = 'Second Bank account ending in 4321';

async function checkAccounts(user: SpecChecker): Promise<void> {
  const { application } = user;
  const create = /rpc\/bankAccounts\/create$/;
  await user.pressButton('Add Bank Account');
  // The dialog's button has the same name as the one that opens it.
  await user.dialog('Add Bank Account');
  await user.contains(['combobox', 'Account Type'], 'Savings');
  await user.offers('Account Type', ['Savings', 'Current']);
  await user.fillIn({ 'Account number': '1234' }, 'Add Bank Account');
  await user.expectTexts(
    "5 Add bank account: 'Account holder name is required', 'Account number must be at least 5 characters', 'Bank name is required'",
  );
  application.refuse(create, 'INTERNAL');
  await user.fillIn(ACCOUNT, 'Add Bank Account');
  await user.expectTexts(
    "8 Add bank account, not taken: 'Failed to add bank account. Please try again.'",
  );
  application.restore();
  await user.pressButton('Add Bank Account');
  await user.expectTexts("8 Add bank account: 'Bank account added successfully'");
  await user.check(
    '9 Account numbers show their first and last four digits, up to 8 digits the last',
    async () => {
      await user.waitUntil('Second Bank');
      const cards = [...document.querySelectorAll('main li')];
      const card = cards.find(({ textContent }) => textContent?.includes('Second Bank'));
      expect(card?.textContent).toMatch(/9876.*4321/);
      expect(card?.textContent).not.toContain('987654321');
    },
  );
  application.refuse(/rpc\/bankAccounts\/setDefault$/, 'INTERNAL');
  await user.pressButton(`Set as default: ${OTHER}`);
  await user.expectTexts("8 Default account, not taken: 'Failed to update default account'");
  application.restore();
  await user.pressButton(`Set as default: ${OTHER}`);
  await user.expectTexts("8 Default account: 'Default bank account updated'");
  application.refuse(/rpc\/bankAccounts\/remove$/, 'INTERNAL');
  await user.pressButton(`Delete ${OTHER}`);
  await user.pressButton('Delete');
  await user.expectTexts("8 Deleting an account, not done: 'Failed to delete bank account'");
  application.restore();
  await user.pressButton('Delete');
  await user.expectTexts("8 Deleting an account: 'Bank account deleted successfully'");
  application.refuse(/rpc\/bankAccounts\/list$/, 'INTERNAL');
  await application.load(window.location.pathname);
  await user.expectTexts("8 Bank accounts, not read: 'Failed to fetch bank accounts'");
  application.restore();
  await application.load('/user/bank-accounts');
  await user.pressButton('Add Bank Account');
  await user.dialog('Add Bank Account');
  application.refuse(create, 'MISSING_SESSION');
  await user.fillIn(ACCOUNT, 'Add Bank Account');
  await user.expectTexts(
    "5 Add bank account, signed out meanwhile: 'Please log in to add a bank account'",
  );
}

async function checkDownload(user: SpecChecker): Promise<void> {
  const { application } = user;
  const archive = /files\/my-data/;
  const failures: [ErrorCode, string][] = [
    ['EXPORT_RUNNING', 'Your data is already being downloaded'],
    ['TOO_MANY_EXPORTS', 'You can download it again from midnight (India).'],
    ['INTERNAL', 'Your data could not be downloaded. Please try again.'],
  ];
  for (const [code, text] of failures) {
    application.refuse(archive, code);
    await user.pressButton('Download my data');
    await user.waitUntil(text);
  }
  application.restore();
}

async function checkProfile(user: SpecChecker): Promise<void> {
  const { application } = user;
  await checkDownload(user);
  await user.chooseFile('Profile picture', buildFileOfSize(MAX_UPLOAD_BYTES + 1));
  await user.expectTexts(
    "5 Avatar, above 5 MB: 'File too large', 'Please select an image smaller than 5MB'",
  );
  await user.fill('City', 'Pune');
  application.refuse(/rpc\/profiles\/update$/, 'INTERNAL');
  await user.pressButton('Update Profile');
  await user.expectTexts("8 Profile, not taken: 'Failed to update profile'");
  application.restore();
  await user.pressButton('Update Profile');
  await user.expectTexts("8 Profile: 'Profile updated successfully!'");
  await user.fillIn(
    { 'Current Password': 'whatever', 'New Password': '12345', 'Confirm New Password': '12345' },
    'Update Password',
  );
  await user.expectTexts(
    "5 Change password, too short: 'Password must be at least 6 characters long'",
  );
  const guessed = { 'New Password': 'sunshine1', 'Confirm New Password': 'sunshine1' };
  await user.fill('New Password', guessed['New Password']);
  await user.expectTexts(
    "5 Change password, while typing an easy one: 'Password strength: Easy to guess', 'This password is among the most common ones. Please choose another one.'",
  );
  await user.fillIn({ 'Current Password': 'whatever', ...guessed }, 'Update Password');
  await user.check('5 Change password: the browser refuses an easy one', () =>
    user.hasTextCount('This password is among the most common ones. Please choose another one.', 2),
  );
  await user.fill('New Password', 'violet harbour 42 lamps');
  await user.expectTexts("5 Change password, a long one: 'Password strength: Strong'");
  await user.isAccessible();
  application.refuse(/rpc\/profiles\/current$/, 'INTERNAL');
  await application.load(window.location.pathname);
  await user.expectTexts("8 Profile, not read: 'Failed to fetch profile'");
  application.restore();
}
