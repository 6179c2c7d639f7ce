import { addApp } from './add-app.ts';
import { DEMO } from './fixtures.ts';
import { testScreens } from './test-screens.ts';

testScreens('own second factors', async (user, application) => {
  const { server } = application;
  application.fail(/secondFactors\/get/);
  await application.open(DEMO, '/user/security');
  await user.waitUntil('Failed to load your second factors');
  application.restore();
  await user.pressButton('Retry');
  await user.waitUntil('No authenticator app yet.');
  await user.waitUntil('No passkeys yet.');
  await user.isAccessible();
  await addApp(user, server);
  await user.waitUntil('10 codes are left.');
});
