import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import { addApp } from './add-app.ts';
import { addNewcomer, DEMO, NEWCOMER, signInToApi } from './fixtures.ts';
import { testScreens } from './test-screens.ts';

testScreens('own second factors', async (user, application) => {
  const { server } = application;
  await addNewcomer(server);
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
  await user.hasCount('region', 'Other sessions', 0);

  const elsewhere = await signInToApi(server, NEWCOMER);
  await application.open(NEWCOMER, '/user/security');
  await user.find('button', 'End all others');
  await user.hasCount('region', 'Other sessions', 0);
  await addApp(user, server);
  const offer = await user.find('region', 'Other sessions');
  await user.isAccessible();
  within(offer).getByRole('button', { name: 'End all others' }).click();
  await user.dialog('End all other sessions');
  await user.pressButton('End all others');
  await user.hasCount('region', 'Other sessions', 0);
  await expect(elsewhere.api.sessions.current()).rejects.toMatchObject({ code: 'MISSING_SESSION' });
});
