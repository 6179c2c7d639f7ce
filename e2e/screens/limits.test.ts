import { settingTable } from '#contract/settings/table.ts';
import { NO_LIMITS } from '#contract/verification-limits/rules.ts';
import { ADMIN, buildImageFile, DEMO, seedDemoData, signInToApi } from './fixtures.ts';
import { testScreens } from './test-screens.ts';

/** The demo user has requested deposits of ₹5,300, and withdrawals of ₹270 besides a rejected one. */
testScreens('limits by verification level', async (user, application) => {
  await seedDemoData(application.server);
  const { api } = await signInToApi(application.server, ADMIN);
  const save = (limits: object) =>
    api.verificationLimits.save({ ...NO_LIMITS, level: 'none', ...limits });
  await save({
    depositTransactionPaise: 1000_00,
    depositMonthPaise: 6000_00,
    withdrawalDayPaise: 300_00,
  });
  await api.settings.save({ newAccountHours: settingTable.newAccountHours.max });

  await application.open(DEMO, '/user/deposit');
  await user.expectTexts(
    "5 Deposit limits: 'Your limits', 'At a time', 'Left this month', '₹700.00'",
  );
  await user.fill('Amount', '700.01');
  await user.expectTexts(
    "5 Deposit above a limit: 'You can deposit up to ₹700.00 more this month. The monthly limit of ₹6,000.00 starts again on the 1st.'",
  );
  await user.fill('Amount', '600');
  await user.chooseFile('Payment receipt', await buildImageFile());
  await save({ depositDayPaise: 5350_00 });
  await user.pressButton('Submit deposit');
  await user.expectTexts(
    "8 Deposit above a limit that was lowered meanwhile: 'You can deposit up to ₹50.00 more today. The daily limit of ₹5,350.00 starts again at midnight (India).'",
  );

  await save({ withdrawalDayPaise: 300_00 });
  await application.load('/user/withdraw');
  await user.expectTexts("5 Withdrawal limits: 'Your limits', 'Left today', '₹30.00'");
  await user.check('5 A new bank account says from when it can be used', () =>
    user.waitUntil('This bank account is new. You can withdraw to it from'),
  );
  await user.fill('Amount', '31');
  await user.expectTexts(
    "5 Withdrawal above a limit: 'You can withdraw up to ₹30.00 more today. The daily limit of ₹300.00 starts again at midnight (India).'",
  );
  await application.load('/user/profile');
  await user.expectTexts(
    "5 Profile: 'Verification level', 'Not verified', '₹300.00 a day', 'No limit'",
  );
});
