import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { runWithoutApproval } from '#server/features/approvals/require-approval.ts';
import { saveSettings } from '#server/features/settings/settings.ts';
import { addApp } from './add-app.ts';
import { ADMIN, DEMO } from './fixtures.ts';
import { testScreens } from './test-screens.ts';

const OVER =
  'Admins of this wallet need a second factor, and the time to add one is over. Add an authenticator app or a passkey to continue.';

testScreens('required second factor of administrators', async (admin, application) => {
  const { server, page } = application;
  const { orpc, queryClient, serverNow } = page;
  const setPolicy = (policy: { adminFactorRequired?: boolean; adminFactorDays: number }) =>
    runWithoutApproval(server.deps, (inner) => saveSettings(inner, COMMAND_LINE, policy));
  await setPolicy({ adminFactorRequired: true, adminFactorDays: 3 });
  // The page's time is otherwise today's. A `Date` header has whole seconds.
  const time = new Date(server.deps.clock.now().getTime() + 1000);
  page.serverClock.record(new Headers({ date: time.toUTCString() }));
  await application.open(DEMO, '/user/profile');
  await admin.find('heading', 'Profile Settings', { level: 1 });
  await admin.hasCount('region', 'A second factor is missing', 0);

  await application.open(ADMIN, '/admin/users');
  await admin.contains(['region', 'A second factor is missing'], 'You have 3 days left to add one');
  await admin.hasAttribute(['link', 'Open security settings'], 'href', '/user/security');
  await admin.find('button', 'Create User');
  await admin.isAccessible();

  await setPolicy({ adminFactorDays: 0 });
  // The page still has the session of the last day, and stays idle.
  queryClient.setQueryData(orpc.sessions.current.queryKey(), (session) => {
    return session && { ...session, secondFactorDue: { at: serverNow(), isOver: false } };
  });
  await admin.find('heading', 'Add a second factor', { level: 1 });
  await setPolicy({ adminFactorDays: 3 });
  await application.open(ADMIN, '/admin/users');
  await admin.find('button', 'Create User');

  await setPolicy({ adminFactorDays: 0 });
  // The open application reads another list, which the server refuses.
  await admin.press('link', 'Banks');
  await admin.find('heading', 'Add a second factor', { level: 1 });
  await admin.waitUntil(OVER);
  await admin.find('button', 'Logout');
  await admin.hasCount('navigation', 'Main navigation', 0);
  await admin.hasCount('button', 'Add Bank', 0);
  await admin.isAccessible();

  await addApp(admin, server);
  await admin.find('button', 'Add Bank');
});
