import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, inspect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

/** An invented statement. */
const FILE = {
  name: 'august.csv',
  mimeType: 'text/csv',
  buffer:
    Buffer.from(`Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
05/08/26,UPI-ANANYA INVENTED-ananya.test@okaxis-SBIN0000000-621712345601-rent,621712345601,05/08/26,,"1,18,000.00","1,28,000.00"
05/08/26,SMS CHARGES,,05/08/26,17.70,,"1,27,982.30"
06/08/26,IMPS-621812345602-BALU INVENTED-HDFC-rent,621812345602,06/08/26,,500.00,"1,28,482.30"
13/08/26,NEFT CR-SBIN0000000-CHITRA INVENTED-SBINN22026081311431836,SBINN22026081311431836,13/08/26,,"25,000.50","1,53,482.80"
14/08/26,CASH DEPOSIT,,14/08/26,,500.00,"1,53,982.80"
14/08/26,CASH DEPOSIT,,14/08/26,,500.00,"1,54,482.80"
`),
};

/** Another one, with headings of no known bank. */
const UNKNOWN = {
  name: 'unknown.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Jour,Libelle,Montant
25/08/2026,CASH DEPOSIT,750.00
26/08/2026,SMS CHARGES,-17.70
`),
};
const MEANINGS = {
  'Column 1: Jour': 'Date',
  'Column 2: Libelle': 'Text of the bank',
  'Column 3: Montant': 'Amount, received or paid',
  'How received and paid amounts differ': 'Paid amounts have a minus',
};

test('a statement is imported on a phone, its lines are found, and it is undone', async ({
  openBrowser,
}) => {
  const admin = new Person(await openBrowser(DEVICES.phone), { hasTouch: true });
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/statements/import');
  await test.step('add an account', async () => {
    await admin.press(page.getByRole('button', { name: 'Add account' }));
    const dialog = admin.dialog('Add a bank account');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Current account');
    await admin.press(dialog.getByRole('button', { name: 'Add account' }));
    await expect(dialog).toHaveCount(0);
  });
  await test.step('import', async () => {
    await page.getByLabel('Bank statement').setInputFiles(FILE);
    await admin.press(page.getByRole('button', { name: 'Check file' }));
    await expect(page.getByText('Nothing has been imported yet.')).toBeVisible();
    await inspect(page, 'the preview of a statement');
    await admin.press(page.getByRole('button', { name: 'Import 6 lines' }));
    await expect(page.getByText('6 new lines were imported.')).toBeVisible();
  });
  await test.step('find a line', async () => {
    await admin.press(page.getByRole('link', { name: 'Show the lines' }));
    await admin.expectHeading('Bank statements');
    const lines = page.getByRole('list', { name: 'Lines of bank statements' });
    await expect(lines.getByRole('listitem')).toHaveCount(6);
    await page.getByRole('searchbox', { name: 'Search' }).fill('621812345602');
    await expect(lines.getByRole('listitem')).toHaveCount(1);
    await expect(lines).toContainText('+₹500.00');
    await inspect(page, 'lines of a statement');
  });
  await test.step('undo', async () => {
    await admin.press(page.getByRole('tab', { name: 'Imports' }));
    await admin.press(page.getByRole('button', { name: 'Details of august.csv' }));
    const dialog = admin.dialog('Imported statement');
    await admin.press(dialog.getByRole('button', { name: 'Undo import' }));
    const question = admin.dialog('Undo import');
    await admin.press(question.getByRole('button', { name: 'Undo import' }));
    await expect(admin.toast('The import was undone')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'august.csv' })).toContainText(
      'Undone',
    );
  });
  await test.step('describe the columns of an unknown table', async () => {
    await admin.visit('/admin/statements/import');
    await page.getByLabel('Bank statement').setInputFiles(UNKNOWN);
    await admin.press(page.getByRole('button', { name: 'Check file' }));
    for (const [field, meaning] of Object.entries(MEANINGS)) {
      const select = page.getByRole('combobox', { name: field });
      await admin.press(select);
      await admin.press(page.getByRole('option', { name: meaning, exact: true }));
      await expect(select).toHaveText(meaning);
    }
    await inspect(page, 'the columns of an unknown table');
    await admin.press(page.getByRole('button', { name: 'Continue' }));
    await admin.press(page.getByRole('button', { name: 'Import 2 lines' }));
    await expect(page.getByText('2 new lines were imported.')).toBeVisible();
  });
});
