import { ADMIN, buildImage, buildImageFile, DEMO, seedDemoData, signInToApi } from './fixtures.ts';
import { testScreens } from './test-screens.ts';

const UTR = '632628601452';

testScreens('UTR of a deposit', async (person, application) => {
  await seedDemoData(application.server);
  const { api } = await signInToApi(application.server, ADMIN);
  const demo = await signInToApi(application.server, DEMO);
  await demo.upload(
    '/files/deposits',
    { amount: '410', utr: UTR, requestKey: crypto.randomUUID() },
    await buildImage(),
  );

  await application.open(DEMO, '/user/deposit');
  await person.check('5 Deposit: help where payment apps show the UTR', async () => {
    await person.pressButton('Where do I find the UTR?');
    await person.waitUntil('Google Pay: UPI transaction ID');
    await person.isAccessible();
  });
  await person.fill('Amount', '420');
  await person.fill('UTR / reference number (optional)', '6326 2860 145');
  await person.chooseFile('Payment receipt', await buildImageFile());
  await person.pressButton('Submit deposit');
  await person.expectTexts(
    "5 Deposit with a UTR that is too short: 'This is not a UTR of this payment method. Check the number and the payment method.'",
  );
  await person.fill('UTR / reference number (optional)', '6326 2860 1452');
  await person.pressButton('Submit deposit');
  await person.expectTexts("8 Deposit with a UTR: 'Deposit Request Submitted'");
  await api.settings.save({ utrRequired: true });
  await application.load('/user/deposit');
  await person.fill('Amount', '430');
  await person.fill('UTR / reference number', ' ');
  await person.pressButton('Submit deposit');
  await person.expectTexts("5 Deposit without the required UTR: 'Enter the UTR of your payment'");
});
