import { expect } from 'vitest';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { MAX_UPLOAD_BYTES } from '#contract/uploads/rules.ts';
import {
  ADMIN,
  buildFileOfSize,
  buildImageFile,
  DEMO,
  seedDemoData,
  signInToApi,
} from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

const TOO_LARGE_BYTES = MAX_UPLOAD_BYTES + 1;

/**
 * The form is the last one of its session, because its response ends the session. If the session had ended on the
 * server, another request of the screen could get that response first and leave the form.
 */
testScreens('user forms', async (user, application) => {
  await seedDemoData(application.server);
  await application.open(DEMO, '/user/deposit');
  await checkDeposit(user);
  await application.open(DEMO, '/user');
  await checkUnknownBalance(user);
  await checkWithdrawal(user);
  await checkProcessingTime(user);
  await user.openFresh('/user/withdraw', 'Withdraw');
  await withdraw(user, '100', 'MISSING_SESSION');
  await user.expectTexts(
    "5 Withdrawal, signed out meanwhile: 'Please log in to make a withdrawal'",
  );
});

async function checkDeposit(user: SpecChecker): Promise<void> {
  const { application } = user;
  const sendDeposit = () => user.pressButton('Submit deposit');
  await user.check('5 Deposit: the amount is at least 1, in steps of 0.01', async () => {
    await user.hasAttribute(['textbox', 'Amount'], 'min', '1');
    await user.hasAttribute(['textbox', 'Amount'], 'step', '0.01');
  });
  await sendDeposit();
  await user.check(
    "5 Deposit, without an amount: 'Invalid Amount', 'Please enter a valid deposit amount'",
    async () => {
      await user.waitUntil('Please enter a valid deposit amount');
      await user.isAccessible();
    },
  );
  await user.fill('Amount', '100');
  await sendDeposit();
  await user.expectTexts(
    "5 Deposit, without a receipt: 'Receipt Required', 'Please upload a payment receipt'",
  );
  const animation = new File(['GIF89a'], 'a.gif', { type: 'image/gif' });
  await user.chooseFile('Payment receipt', animation);
  await user.expectTexts(
    "5 Deposit, another kind of file: 'Please upload a JPEG, PNG, or WebP image'",
  );
  await user.chooseFile('Payment receipt', buildFileOfSize(TOO_LARGE_BYTES));
  await user.expectTexts("5 Deposit, a file above 5 MB: 'Please upload an image smaller than 5MB'");
  await user.chooseFile('Payment receipt', await buildImageFile());
  application.refuse(/files\/deposits$/, 'INTERNAL');
  await sendDeposit();
  await user.expectTexts("8 Deposit, not taken: 'Failed to submit deposit request'");
  application.restore();
  await sendDeposit();
  await user.expectTexts(
    "8 Deposit: 'Deposit Request Submitted', 'Your deposit request has been submitted for review'",
  );
  await user.pressButton('Make another deposit');
  // The same amount with the same receipt would open a confirmation first.
  await user.fill('Amount', '101');
  await user.chooseFile('Payment receipt', await buildImageFile());
  application.refuse(/files\/deposits$/, 'MISSING_SESSION');
  await sendDeposit();
  await user.expectTexts(
    "5 Deposit, signed out meanwhile: 'Authentication Required', 'Please log in to make a deposit'",
  );
}

async function checkUnknownBalance(user: SpecChecker): Promise<void> {
  const { application } = user;
  application.disconnect(/rpc\/balances\//);
  await application.load('/user/withdraw');
  await user.check(
    '8 A balance that can not be read counts as 0, is told, and blocks withdrawals',
    async () => {
      await user.waitUntil('We could not load your balance. You can withdraw once it loads.');
      await user.contains(['region', 'Withdrawal Summary'], '₹0.00');
      await user.isDisabled('Minimum balance required: ₹10.00');
    },
  );
  application.restore();
}

/** The measured time needs five approved withdrawals. */
async function checkProcessingTime(user: SpecChecker): Promise<void> {
  const { application } = user;
  const { server } = application;
  application.restore();
  const admin = await signInToApi(server, ADMIN);
  const demo = await signInToApi(server, DEMO);
  const [account] = await demo.api.bankAccounts.list();
  if (!account) throw new Error('There is no bank account');
  for (let count = 0; count < 5; count += 1) {
    const command = { bankAccountId: account.id, requestKey: crypto.randomUUID() };
    const { id } = await demo.api.withdrawals.request({ amount: '10', ...command });
    const requestKey = crypto.randomUUID();
    await admin.api.review.decide({ ids: [id], decision: 'approved', requestKey });
  }
  expect((await admin.api.transactions.processingTimes()).withdrawal).not.toBeNull();
  await user.openFresh('/user/withdraw', 'Withdraw');
  const promisesTheSame = async () => {
    await user.waitUntil('Processing time: 1-3 business days');
    await user.waitUntil('Most requests are lately approved within', false);
  };
  await user.check('3 The processing time before and after a withdrawal is the same', async () => {
    await enter(user, '50');
    await user.dialog('Check your withdrawal');
    await promisesTheSame();
    await user.pressButton('Confirm withdrawal');
    await user.find('heading', 'Withdrawal Request Submitted');
    await promisesTheSame();
  });
}

/** Enters the amount of a withdrawal, which the form may refuse. */
async function enter(user: SpecChecker, amount: string): Promise<void> {
  await user.fill('Amount', amount);
  await user.pressButton('Request withdrawal');
}

/** Requests a withdrawal of an amount, which the server may refuse. */
async function withdraw(user: SpecChecker, amount: string, refusal?: ErrorCode): Promise<void> {
  if (refusal) user.application.refuse(/rpc\/withdrawals\/request$/, refusal);
  await enter(user, amount);
  await user.pressButton('Confirm withdrawal');
}

async function checkWithdrawal(user: SpecChecker): Promise<void> {
  const { application } = user;
  await application.load('/user/withdraw');
  await user.check(
    '5 Withdrawal: what is neither digit nor dot is left out as it is typed',
    async () => {
      await user.fill('Amount', '₹ 1,2 #.5');
      await user.hasValue('Amount', '12.5');
    },
  );
  await enter(user, '.');
  await user.expectTexts(
    "5 Withdrawal of a dot: 'Amount must be a valid number', 'Please enter a valid withdrawal amount greater than 0'",
  );
  await enter(user, '9.99');
  await user.expectTexts("5 Withdrawal of 9.99: 'Minimum withdrawal amount is ₹10.00'");
  await enter(user, '4730.01');
  await user.expectTexts(
    "5 Withdrawal of more than there is: 'Amount exceeds available balance', 'Insufficient Balance', 'Your available balance is ₹4,730.00. Please enter a lower amount.'",
  );
  await withdraw(user, '100', 'BANK_ACCOUNT_NOT_OWNED');
  await user.expectTexts(
    "5 Withdrawal: 'Selected bank account not found or does not belong to you.'",
  );
  await withdraw(user, '100', 'INVALID_WITHDRAWAL_DATA');
  await user.expectTexts(
    "8 Withdrawal, 23514: 'Withdrawal Failed', 'Invalid withdrawal data. Please check the amount and try again.'",
  );
  await withdraw(user, '100', 'BANK_ACCOUNT_REFERENCE');
  await user.expectTexts(
    "8 Withdrawal, 23503: 'Bank account reference error. Please select a valid bank account.'",
  );
  await withdraw(user, '100', 'RATE_LIMITED');
  await user.expectTexts(
    "8 Withdrawal, refused otherwise: 'Withdrawal submission failed: {message}'",
  );
  await withdraw(user, '100', 'INTERNAL');
  await user.expectTexts(
    "8 Withdrawal, a fault of the server: 'An unexpected error occurred during withdrawal submission'",
  );
  application.disconnect(/rpc\/withdrawals\/request/);
  await withdraw(user, '100');
  await user.expectTexts(
    "8 Withdrawal, without an answer: 'Failed to process withdrawal. Please try again.'",
  );
  application.restore();
  await withdraw(user, '100');
  await user.expectTexts(
    "8 Withdrawal: 'Withdrawal Request Submitted', 'Your withdrawal request for ₹100.00 has been submitted successfully and is pending approval.'",
  );
  await user.pressButton('Make another withdrawal');
  await withdraw(user, '100', 'SESSION_USER_NOT_FOUND');
  await user.expectTexts(
    "8 Withdrawal, by someone who is gone: 'User verification failed. Please ensure you are logged in.'",
  );
}
