import { waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import type { Client } from '#contract/contract.ts';
import type { UserId } from '#contract/shared/base.ts';
import { TEST_PASSWORD } from '#server/testing/harness.ts';
import { type Application, PATIENCE } from './application.ts';
import { ADMIN, DEMO, signInToApi } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

let admin: Client;
let demo: Client;
let userId: UserId;

testScreens('conversations with support', async (user, application) => {
  ({ api: admin } = await signInToApi(application.server, ADMIN));
  ({ api: demo } = await signInToApi(application.server, DEMO));
  const { rows } = await admin.users.list({ search: 'demo' });
  userId = rows[0]?.id as UserId;
  await checkOwnList(user, application);
  await checkOwnConversation(user, application);
  await application.open(ADMIN, '/admin/messages');
  await checkTables(user, application);
  await checkAnswer(user, application);
  await checkReader(user, application);
});

const requestKey = () => crypto.randomUUID();
const newest = async () => (await demo.supportMessages.own({})).rows[0]?.id ?? '';

async function send(subject: string): Promise<void> {
  await demo.supportMessages.send({
    name: 'Demo Person',
    email: 'demo@example.in',
    category: 'deposit',
    subject,
    message: 'When does it come?',
    requestKey: requestKey(),
  });
}

async function answer(id: string, text: string): Promise<void> {
  const { replies } = await demo.supportMessages.getOwn({ id });
  const replyCount = replies.length;
  await admin.supportMessages.answer({ userId, id, text, replyCount, requestKey: requestKey() });
}

async function checkOwnList(user: SpecChecker, application: Application): Promise<void> {
  application.fail(/supportMessages\/own$/);
  await application.open(DEMO, '/user/support');
  await user.expectTexts("2.5 Support: 'Failed to load your messages'");
  application.restore();
  await user.pressButton('Retry');
  await user.check('2.5 Support: without messages there is only the form', async () => {
    await user.waitUntil('Your messages', false);
    await user.find('heading', 'Send us a message');
  });
  await send('Receipt');
  await user.check(
    "2.5 Support: a message that was sent elsewhere appears, 'Your messages', 'Open'",
    () => user.find('link', 'Receipt'),
  );
  await answer(await newest(), 'It is on its way.');
  await user.expectTexts("2.5 Support: an unread answer is marked, 'New answer'");
  await user.check('2.5 Support: the account menu has the number of unread answers', async () => {
    await user.pressButton('Account menu');
    await user.contains(['menuitem', /^Contact Us/], '(1 unread)');
    user.pressKey('Escape');
    await user.hasCount('menuitem', /^Contact Us/, 0);
  });
  await user.check('2.5 Support: the list is accessible', () => user.isAccessible());
}

async function checkOwnConversation(user: SpecChecker, application: Application): Promise<void> {
  const release = application.hold(/supportMessages\/getOwn/);
  await user.press('link', 'Receipt');
  await user.expectTexts("2.5 Conversation, while it loads: 'Loading...'");
  release();
  await user.expectTexts(
    "2.5 Conversation: 'When does it come?', 'It is on its way.', 'You', 'Support', 'Answered'",
  );
  await user.check('2.5 Conversation: opening it marks the answer read', () =>
    waitFor(
      async () => expect(await demo.supportMessages.unread()).toEqual({ count: 0 }),
      PATIENCE,
    ),
  );
  await user.pressButton('Send reply');
  await user.expectTexts("2.5 Conversation, without a text: 'Please enter a message.'");
  application.refuse(/rpc\/supportMessages\/reply$/, 'CONVERSATION_FULL');
  await user.fillIn({ 'Your reply': 'Thank you' }, 'Send reply');
  await user.check('2.5 Conversation: a reply that was refused stays in the field', async () => {
    await user.contains(['alert', ''], 'Please send a new message.');
    await user.hasValue('Your reply', 'Thank you');
  });
  application.restore();
  await user.pressButton('Send reply');
  await user.check("2.5 Conversation: a reply is shown, 'Open'", async () => {
    await user.contains(['log', 'Conversation'], 'Thank you');
    await user.hasValue('Your reply', '');
  });
  await answer(await newest(), 'You are welcome.');
  await user.expectTexts("2.5 Conversation: a further answer appears, 'You are welcome.'");
  await user.check('2.5 Conversation: it is accessible', () => user.isAccessible());
  await application.load('/user/support/no-such-message');
  await user.expectTexts("2.5 Conversation, of an unknown address: 'Retry'");
}

async function checkTables(user: SpecChecker, application: Application): Promise<void> {
  await user.expectTexts("2.6 Messages, without any: 'Messages', 'No messages are waiting'");
  application.fail(/supportMessages\/list/);
  await user.press('tab', 'Answered');
  await user.expectTexts("2.6 Messages: 'Failed to load messages'");
  application.restore();
  await user.pressButton('Retry');
  await user.check('2.6 Messages: answered ones name the administrator', async () => {
    const row = await user.row('Receipt');
    expect(row.textContent).toContain('admin');
  });
  await user.check('2.6 Messages: the filter is in the address', () =>
    expect(window.location.search).toBe('?state=answered'),
  );
  await user.press('tab', 'Open');
  await demo.supportMessages.reply({
    id: await newest(),
    text: 'One more question',
    requestKey: requestKey(),
  });
  await user.check('2.6 Messages: a message that is open again appears', async () => {
    await user.row('Receipt');
    await user.hasColumns('User', 'Subject', 'Issue category', 'Waiting since', 'Actions');
  });
  await user.check('2.6 Messages: the menu has the number of open ones', () =>
    user.contains(['link', /^Messages/], '1 pending'),
  );
  await user.check('2.6 Messages: the table is accessible', () => user.isAccessible());
}

async function checkAnswer(user: SpecChecker, application: Application): Promise<void> {
  await user.press('link', 'Read the message of demo: Receipt');
  await user.expectTexts(
    "2.6 Conversation: 'When does it come?', 'One more question', 'Open', 'Demo Person', 'demo@example.in', 'Deposit Issues'",
  );
  application.refuse(/rpc\/supportMessages\/answer$/, 'CONVERSATION_CHANGED');
  await user.fillIn({ 'Your answer': 'Tomorrow' }, 'Send answer');
  await user.expectTexts(
    "2.6 Conversation: 'Something new was written in this conversation. Read it first, then try again.'",
  );
  application.restore();
  await user.hasValue('Your answer', 'Tomorrow');
  await user.pressButton('Send answer');
  await user.check('2.6 Conversation: the answer is in it', () =>
    user.contains(['log', 'Conversation'], 'Tomorrow'),
  );
  await demo.supportMessages.reply({
    id: await newest(),
    text: 'Thanks',
    requestKey: requestKey(),
  });
  await user.contains(['log', 'Conversation'], 'Thanks');
  await user.pressButton('Mark as answered');
  await user.expectTexts("2.6 Conversation, closed without an answer: 'Answered by'");
  await user.hasCount('button', 'Mark as answered', 0);
  await user.check('2.6 Conversation: it is accessible', () => user.isAccessible());
}

/** Administrators without the permission to answer can read. */
async function checkReader(user: SpecChecker, application: Application): Promise<void> {
  const { username } = await application.server.newUser({ role: 'admin', adminRole: 'auditor' });
  const path = `/admin/messages/${userId}/${await newest()}`;
  await application.open({ username, password: TEST_PASSWORD }, path);
  await user.check('2.6 Conversation: a reader has no field for an answer', async () => {
    await user.contains(['log', 'Conversation'], 'Tomorrow');
    await user.hasCount('textbox', 'Your answer', 0);
    await user.hasCount('button', /answer/, 0);
  });
}
