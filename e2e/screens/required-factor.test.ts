import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { saveSettings } from '#server/features/settings/service.ts';
import { addApp } from './add-app.ts';
import { ADMIN } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

testScreens('the required second factor of administrators', async (admin, application) => {
  const { server } = application;
  await application.open(ADMIN, '/admin/settings/general');
  await switchOn(admin);
  const notice = ['region', 'A second factor is missing'] as const;
  await admin.contains([...notice], 'Admins need a second factor. You have ');
  await admin.press('link', 'Show admins without a second factor');
  await admin.find('heading', 'User Management');
  await admin.contains(['row', /@admin/], 'Admin');
  await admin.hasCount('row', /@demo/, 0);

  await saveSettings(server.deps, COMMAND_LINE, { adminFactorDays: 0 });
  await admin.openFresh('/admin/users', 'Add a second factor');
  await admin.waitUntil(
    'Admins of this wallet need a second factor, and the time to add one is over. Add an authenticator app or a passkey to continue.',
  );
  await admin.hasCount('navigation', /./, 0);
  await admin.isAccessible();
  await addApp(admin, server);
  await admin.find('heading', 'User Management');
  await admin.hasCount(...notice, 0);
});

/** Switches the rule on, in its card. */
async function switchOn(admin: SpecChecker): Promise<void> {
  const field = await admin.find('switch', /^Admins need a second factor/);
  field.click();
  field.closest('form')?.querySelector<HTMLElement>('button[type=submit]')?.click();
}
