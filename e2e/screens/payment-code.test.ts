import { ADMIN, buildImage, DEMO, seedDemoData, signInToApi } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

testScreens('code for the amount of a deposit', async (person, application) => {
  await seedDemoData(application.server);
  const admin = await signInToApi(application.server, ADMIN);
  for (const { id } of await admin.api.qrCodes.list()) await admin.api.qrCodes.remove({ id });
  await admin.upload(
    '/files/qr-codes',
    { name: 'UPI', description: '', isActive: true, upiId: 'shop@bank', payeeName: 'Asha Stores' },
    await buildImage(),
  );
  await admin.api.settings.save({ upiLimitPaise: 5000_00 });

  await application.open(DEMO, '/user/deposit');
  await person.expectTexts(
    "2.5 Deposit, before the amount: 'Enter the amount. Then the QR code for exactly this amount is shown here.'",
  );
  await person.fill('Amount', '1234.50');
  await person.check("2.5 Deposit, with the amount: 'Pay ₹1,234.50', 'Asha Stores'", async () => {
    await person.find('img', 'Payment QR code: UPI');
    await person.find('button', 'Copy UPI ID');
    await person.find('button', 'Copy amount');
    await person.find('button', 'Save code');
    await person.isAccessible();
  });
  await person.fill('Amount', '5000.01');
  await person.expectTexts(
    "2.5 Deposit, above the limit of UPI: 'One UPI payment can be ₹5,000.00 at most. Make several deposits, or ask support for a bank account.'",
  );
  await person.hasCount('img', 'Payment QR code: UPI', 0);
  const account = await admin.api.statements.createAccount({
    name: 'Current account',
    lastFour: null,
    isActive: true,
  });
  await application.open(ADMIN, '/admin/statements?tab=accounts');
  await setDetails(person);
  await application.open(DEMO, '/user/deposit');
  await person.fill('Amount', '200000');
  await person.check(
    "2.5 Deposit by bank transfer: 'One UPI payment can be ₹5,000.00 at most. Pay to our bank account by IMPS / NEFT / RTGS.', 'Asha Stores', '50200012345678', 'HDFC0001234', 'HDFC Bank', 'Put the reference in the remarks of the transfer. With it we find your payment. It stays the same until you send the receipt.'",
    async () => {
      await person.find('button', 'Copy account number');
      await person.find('button', 'Copy IFSC code');
      await person.find('button', 'Copy reference');
      await person.find('button', 'Copy amount');
      await person.isAccessible();
    },
  );
  await admin.api.depositAccounts.save({ id: account.id, isActive: false });

  application.refuse(/rpc\/paymentIntents\/open$/, 'TOO_MANY_PAYMENT_INTENTS');
  await person.fill('Amount', '2000');
  await person.expectTexts(
    "2.5 Deposit, after too many payments: 'You have started too many payments without sending their receipts. Send the receipts of the payments you made, or try again later.'",
  );
  await person.find('img', 'Payment QR code: UPI');

  await application.open(ADMIN, '/admin/qr-codes');
  await person.pressButton('Edit UPI');
  await person.fill('UPI ID (optional)', 'shop@');
  await person.fillIn({ 'Payee name': '' }, 'Update QR code');
  await person.expectTexts(
    "5 QR code, a payee that cannot be paid: 'Enter a valid UPI ID.', 'Enter the name of the payee.'",
  );
});

/** An administrator shows a bank account to users. */
async function setDetails(person: SpecChecker): Promise<void> {
  await person.pressButton('Details for deposits: Current account');
  await person.dialog('Details for deposits: Current account');
  await person.check(
    "5 Bank details that are missing: 'Account holder name is required', 'Account number must be at least 5 characters', 'Bank name is required', 'Enter a valid IFSC code: 4 letters, a zero, then 6 letters or digits.'",
    () => person.pressButton('Save'),
  );
  await person.isAccessible();
  await person.fillIn(
    {
      'Account holder name': 'Asha Stores',
      'Account number': '5020 0012 345678',
      'IFSC code': 'hdfc0001234',
      'Bank name': 'HDFC Bank',
    },
    'Save',
  );
  await person.waitUntil('Bank details saved');
  await person.waitUntil('Shown to users');
}
