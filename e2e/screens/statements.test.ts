import { INVENTED_PAYMENTS, inventedRows, toDelimited } from '#server/testing/statement-files.ts';
import { toMt940 } from '#server/testing/statement-messages.ts';
import { ADMIN } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

/** Invented statements. */
const HDFC = toDelimited(inventedRows('hdfc', INVENTED_PAYMENTS));
const AMBIGUOUS =
  'Posting Date,Details,Debit,Credit\n05/08/2026,CASH,,500.00\n06/08/2026,CASH,,5.00\n';
const UNKNOWN =
  'When,Text,Out,In\n13/08/2026,CASH,,500.00\n14/08/2026,FEE,2.00,\n32/08/2026,X,,1.00\n';

const csv = (text: string, name: string) => new File([text], name, { type: 'text/csv' });

testScreens('bank statements', async (admin, application) => {
  await application.open(ADMIN, '/admin/statements');
  await admin.expectTexts(
    "2.6 Bank statements: 'Bank statements', 'Imports', 'Lines', 'Accounts'; none: 'No statements have been imported yet'",
  );
  application.fail(/statements\/imports/);
  await application.load('/admin/statements');
  await admin.expectTexts("8 Imports that cannot be loaded: 'Failed to load imports', 'Retry'");
  application.restore();
  await addAccount(admin);
  await refuseFiles(admin);
  await answerDates(admin);
  await describeColumns(admin);
  await importFile(admin);
  await answerOverlap(admin);
  await undo(admin);
});

async function addAccount(admin: SpecChecker): Promise<void> {
  await admin.openFresh('/admin/statements/import', 'Import statement');
  await admin.expectTexts("2.6 Without an account: 'No bank accounts yet'");
  await admin.pressButton('Add account');
  await admin.dialog('Add a bank account');
  await admin.check(
    "5 An account without a name: 'Please enter a name for the account.', 'Please enter four digits or leave the field empty.'",
    () => admin.fillIn({ 'Last four digits of the account number': '12' }, 'Add account'),
  );
  await admin.fillIn(
    { Name: 'Current account', 'Last four digits of the account number': '' },
    'Add account',
  );
  await admin.waitUntil('Account and file');
}

async function refuseFiles(admin: SpecChecker): Promise<void> {
  await admin.check("5 Without a file: 'Please choose a bank statement.'", () =>
    admin.pressButton('Check file'),
  );
  await admin.chooseFile('Bank statement', csv('%PDF-1.7', 'august.pdf'));
  await admin.check(
    "5 A PDF: 'A PDF cannot be read. Export the statement as CSV or Excel.'; the file stays",
    async () => {
      await admin.pressButton('Check file');
      await admin.waitUntil('A PDF cannot be read.');
      await admin.waitUntil('august.pdf');
      await admin.isAccessible();
    },
  );
}

async function answerDates(admin: SpecChecker): Promise<void> {
  await admin.chooseFile('Bank statement', csv(AMBIGUOUS, 'dates.csv'));
  await admin.pressButton('Check file');
  await admin.expectTexts(
    // Fixed: the days of the file.
    "2.6 Dates with two meanings: 'How are the dates written?', 'Day first: 05/08/2026 is 5 Aug 2026', 'Month first: 05/08/2026 is 8 May 2026'",
  );
  await admin.check("5 Without a choice: 'Please choose the meaning of the dates.'", () =>
    admin.pressButton('Continue'),
  );
  await admin.press('radio', /^Month first/);
  await admin.pressButton('Continue');
  await admin.check("2.6 Preview: 'Nothing has been imported yet.', 'Import 2 lines'", () =>
    // Fixed: the days of the file.
    admin.waitUntil('8 May 2026 – 8 Jun 2026'),
  );
}

async function describeColumns(admin: SpecChecker): Promise<void> {
  await admin.chooseFile('Bank statement', csv(UNKNOWN, 'unknown.csv'));
  await admin.pressButton('Check file');
  await admin.expectTexts("2.6 Unknown columns: 'What do the columns mean?'");
  const roles = { When: 'Not used', Text: 'Not used', Out: 'Not used', In: 'Not used' };
  await choose(admin, roles);
  await admin.check("5 Without a date: 'Choose the column with the date.'", () =>
    admin.pressButton('Continue'),
  );
  await choose(admin, {
    When: 'Date',
    Text: 'Text of the bank',
    Out: 'Paid amount',
    In: 'Received amount',
  });
  await admin.check('2.6 The first rows change with the columns', async () => {
    await admin.contains(['row', /FEE/], '14/08/2026', '2.00');
    await admin.isAccessible();
  });
  await admin.pressButton('Continue');
  await admin.expectTexts(
    "2.6 Preview: 'Import 2 lines', '1 row skipped', 'Row 4: The date cannot be read'",
  );
  await admin.check('2.6 The columns can be changed again, and nothing is lost', async () => {
    await admin.pressButton('Change columns');
    await admin.contains(['combobox', /^Column 1/], 'Date');
  });
}

async function choose(admin: SpecChecker, roles: Record<string, string>): Promise<void> {
  for (const [at, [heading, role]] of Object.entries(roles).entries()) {
    await admin.openList(`Column ${at + 1}: ${heading}`);
    await admin.press('option', role);
  }
}

async function importFile(admin: SpecChecker): Promise<void> {
  await admin.chooseFile('Bank statement', csv(HDFC, 'august.csv'));
  await admin.pressButton('Check file');
  await admin.check("2.6 A known bank: 'Import 6 lines', 'Text file, HDFC Bank'", () =>
    admin.contains(['row', /ANANYA INVENTED/], '621712345601', '+₹1,18,000.00'),
  );
  admin.application.fail(/files\/statements/);
  await admin.pressButton('Import 6 lines');
  await admin.expectTexts(
    "8 An import that fails: 'The file could not be sent. Please try again: no line is imported twice.'",
  );
  admin.application.restore();
  await admin.pressButton('Import 6 lines');
  await admin.expectTexts("8 Imported: 'Statement imported', '6 new lines were imported.'");
  (await admin.find('link', 'Show the lines')).click();
  await admin.check(
    "2.6 Lines: 'Date', 'Account', 'Text of the bank', 'UTR', 'Amount', 'Balance'",
    async () => {
      await admin.contains(['row', /ANANYA INVENTED/], '621712345601', 'Current account');
      await admin.isAccessible();
    },
  );
  await admin.fill('Search', '621812345602');
  await admin.hasNoRow('ANANYA INVENTED');
  await admin.pressButton('Details of 621812345602');
  await admin.check("2.6 A line: 'Line of a bank statement', 'Balance afterwards', 'IMPS'", () =>
    admin.waitUntil('IMPS/P2A/621812345602/BALU INVENTED/HDFC/rent'),
  );
}

/** Cash and charges have no UTR, and this format no balances. */
async function answerOverlap(admin: SpecChecker): Promise<void> {
  await admin.openFresh('/admin/statements/import', 'Import statement');
  const file = toMt940(INVENTED_PAYMENTS.filter(({ reference }) => reference === ''));
  await admin.chooseFile('Bank statement', new File([file], 'august.sta'));
  await admin.pressButton('Check file');
  await admin.expectTexts(
    "2.6 Lines of another format: 'Were these lines imported before?', '3 lines', 'Imported before: CASH DEPOSIT', 'Tick the lines for which the opposite is true.'",
  );
  await admin.check("5 Without a choice: 'Please choose an answer.'", () =>
    admin.pressButton('Continue'),
  );
  await admin.isAccessible();
  await admin.press('radio', /^They are the same payments/);
  await admin.pressButton('Continue');
  await admin.expectTexts(
    "2.6 Preview: '3 lines known from another format', 'All payments of this file are already known.'",
  );
  await admin.waitUntil('You said that it is the same payment');
}

async function undo(admin: SpecChecker): Promise<void> {
  await admin.openFresh('/admin/statements', 'Bank statements');
  await admin.contains(['row', /august\.csv/], '6 new, 0 known', 'SHA-256', 'admin');
  await admin.pressButton('Details of august.csv');
  await admin.dialog('Imported statement');
  await admin.pressButton('Undo import');
  await admin.check(
    "2.6 Undo asks: '6 lines of this statement are removed. The file can be imported again.'",
    () => admin.isAccessible(),
  );
  admin.application.refuse(/rpc\/statements\/undo/, 'STATEMENT_IMPORT_FOLLOWED');
  await admin.pressButton('Undo import');
  await admin.expectTexts(
    "8 Refused: 'A later import of this account has the same lines. Undo the later one first.'",
  );
  admin.application.restore();
  await admin.pressButton('Undo import');
  await admin.check("8 Undone: 'The import was undone'", () =>
    admin.contains(['row', /august\.csv/], 'Undone'),
  );
  await admin.openFresh('/admin/statements?tab=lines', 'Bank statements');
  await admin.expectTexts("2.6 No lines: 'There are no lines yet'");
  await admin.openFresh('/admin/statements?tab=accounts', 'Bank statements');
  await admin.contains(['row', /Current account/], 'Active');
  await admin.pressButton('Edit Current account');
  await admin.check("8 Deactivated: 'Bank account changed', 'Inactive'", async () => {
    await admin.press('switch', /^Active/);
    await admin.pressButton('Save');
  });
}
