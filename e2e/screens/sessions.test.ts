import { ADMIN, addNewcomer, DEMO, NEWCOMER, signInToApi } from './fixtures.ts';
import { testScreens } from './test-screens.ts';

testScreens('sessions', async (person, application) => {
  const { server } = application;
  await addNewcomer(server);
  await application.open(ADMIN, '/admin/users?search=asha');
  await person.press('link', 'View asha');
  await person.waitUntil('Not logged in anywhere.');
  await signInToApi(server, NEWCOMER);
  await signInToApi(server, NEWCOMER);
  await application.load(window.location.pathname);
  await person.find('button', 'End all');
  await person.hasCount('button', 'End session: Unknown browser', 2);
  application.refuse(/rpc\/sessions\/endOfUser$/, 'SESSION_NOT_FOUND');
  await person.pressButton('End all');
  await person.dialog('End all sessions');
  await person.waitUntil('asha is logged out immediately in all browsers, and is notified.');
  await person.isAccessible();
  await person.pressButton('End all');
  await person.waitUntil('This session has already ended. Please reload the page.');
  application.restore();
  await person.pressButton('End all');
  await person.waitUntil('Sessions ended');
  await person.waitUntil('Not logged in anywhere.');

  await application.open(DEMO, '/user/security');
  application.refuse(/rpc\/sessions\/list$/, 'INTERNAL');
  await application.load('/user/security');
  await person.waitUntil('Failed to load your sessions');
  application.restore();
  await person.pressButton('Retry');
  await person.waitUntil('This device');
  await person.hasCount('button', 'End all others', 0);
});
