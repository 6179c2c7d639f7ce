import { startWebhookReceiver, type WebhookReceiver } from '../server/testing/webhook-receiver.ts';
import { requestDeposit, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { findCutTexts } from './support/fit.ts';
import { Person } from './support/person.ts';
import { settled } from './support/screens.ts';
import { MEASURED } from './support/short.ts';
import { expect, inspect, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

const PAGE = '/admin/settings/webhooks';

test.use({ environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } });

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
test.afterEach(() => receiver.close());

test('a webhook can be added, used, repaired and deleted', async ({ wallet, openBrowser }) => {
  const admin = new Person(await openBrowser(DEVICES.desktop));
  await admin.signInByApi(ACCOUNTS.admin, '/admin/settings/general');
  await test.step('add', () => add(admin));
  await test.step('deliver', () => deliver(wallet, admin));
  await test.step('repeat a failed delivery', () => repeat(admin));
  await test.step('replace the secret', () => replaceSecret(admin));
  await test.step('receiver returns 410', () => lose(admin));
  await test.step('delete', () => remove(admin));
});

async function add(admin: Person): Promise<void> {
  const { page } = admin;
  await admin.press(page.getByRole('link', { name: 'Webhooks' }));
  await admin.expectHeading('Webhooks');
  await expect(page.getByText('No webhooks yet')).toBeVisible();

  await admin.press(page.getByRole('button', { name: 'Add webhook' }));
  const dialog = admin.dialog('Add webhook');
  await expect(dialog.getByRole('checkbox').first()).toBeVisible();
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
  await admin.press(dialog.getByRole('button', { name: 'Create webhook' }));
  await expect(dialog.getByText('Please enter an address that begins with https://')).toBeVisible();
  await expect(dialog.getByText('Please choose at least one event.')).toBeVisible();
  await inspect(page, 'a webhook that can’t be created');
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`${receiver.url}/events`);
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Bookkeeping');
  await dialog.getByRole('checkbox', { name: 'Deposit requested' }).check();
  await admin.press(dialog.getByRole('button', { name: 'Create webhook' }));

  const secret = admin.dialog('Signing secret');
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await inspect(page, 'a secret');
  await admin.press(secret.getByRole('button', { name: 'Done' }));
  await expect(page.getByText(/^whsec_/)).toHaveCount(0);
  await expect(admin.row('/events')).toContainText('Bookkeeping');
}

async function deliver(wallet: Wallet, admin: Person): Promise<void> {
  const { page } = admin;
  await admin.press(page.getByRole('link', { name: /^Deliveries to / }));
  await admin.expectHeading('Deliveries');
  await expect(page.getByText('Nothing has been sent yet')).toBeVisible();
  await inspect(page, 'no deliveries');
  await requestDeposit(wallet, '250');
  const row = admin.row('deposit.requested');
  await expect(row).toContainText('Delivered');
  await expect(row).toContainText('Response: 204');
  const [event] = receiver.received;
  expect(event?.headers).toMatchObject({ 'webhook-signature': expect.stringMatching(/^v1,/) });
  expect(JSON.parse(event?.body ?? '')).toMatchObject({
    type: 'deposit.requested',
    data: { amountPaise: 25_000, status: 'pending' },
  });
}

async function repeat(admin: Person): Promise<void> {
  const { page } = admin;
  receiver.answer = (response) => void response.writeHead(500).end('out of order');
  await admin.press(page.getByRole('button', { name: 'Send test event' }));
  await expect(admin.toast('The test event is on its way')).toBeVisible();
  const row = admin.row('webhook.test');
  await expect(row).toContainText('Response: 500');
  await expect(row).toContainText('Waiting');
  await expect(page.getByText(/^Nothing has been delivered since /)).toBeVisible();
  await admin.closeMessages();
  await inspect(page, 'deliveries');

  await admin.press(row.getByRole('button', { name: 'Details of Test event' }));
  const dialog = admin.dialog('Delivery');
  await expect(dialog.getByRole('region', { name: 'Response' })).toHaveText('out of order');
  await expect(dialog.getByRole('region', { name: 'Sent' })).toContainText('"webhook.test"');
  await inspect(page, 'a delivery');
  const tries = receiver.received.length;
  receiver.answer = (response) => void response.writeHead(200).end('thanks');
  await admin.press(dialog.getByRole('button', { name: 'Send again' }));
  await expect(dialog.getByText('Delivered')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Response' })).toHaveText('thanks');
  expect(receiver.received.length).toBeGreaterThan(tries);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^Nothing has been delivered since /)).toHaveCount(0);
  await admin.closeMessages();
}

async function replaceSecret(admin: Person): Promise<void> {
  const { page } = admin;
  await admin.press(page.getByRole('button', { name: 'Replace secret' }));
  const question = admin.dialog('Replace secret');
  await inspect(page, 'a question before a secret is replaced');
  await admin.press(question.getByRole('button', { name: 'Replace secret' }));
  const secret = admin.dialog('Signing secret');
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await admin.press(secret.getByRole('button', { name: 'Done' }));
  await expect(page.getByText(/^The previous secret works until /)).toBeVisible();
}

async function lose(admin: Person): Promise<void> {
  const { page } = admin;
  receiver.answer = (response) => void response.writeHead(410).end();
  await admin.press(page.getByRole('button', { name: 'Send test event' }));
  await expect(page.getByText(/^It was switched off because the receiver reported/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send test event' })).toBeDisabled();
  await expect(admin.toast('Webhook switched off')).toBeVisible();
  await admin.closeMessages();
  await inspect(page, 'a webhook that was switched off');
}

async function remove(admin: Person): Promise<void> {
  const { page } = admin;
  await admin.press(page.getByRole('link', { name: 'Back' }));
  await admin.expectHeading('Webhooks');
  await expect(admin.row('/events')).toContainText('Switched off');
  await admin.press(page.getByRole('button', { name: /^More: / }));
  await admin.press(page.getByRole('menuitem', { name: /^Delete / }));
  const question = page.getByRole('dialog', { name: /^Delete / });
  await admin.press(question.getByRole('button', { name: 'Delete', exact: true }));
  await expect(page.getByText('No webhooks yet')).toBeVisible();
}

test('shows deliveries in full on a phone in every language', async ({ wallet, openBrowser }) => {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const { id } = await api.webhooks.create({
    url: `${receiver.url}/events`,
    eventTypes: ['user.created'],
  });
  receiver.answer = (response) => void response.writeHead(503).end('later');
  await api.webhooks.sendTest({ id });
  await api.webhooks.rotateSecret({ id });
  const tried = async () => (await api.webhooks.deliveries({ id })).rows[0]?.lastStatus;
  await expect.poll(tried).toBe(503);
  let person = new Person(await openBrowser({ ...DEVICES.phone, isMobile: false }));
  const { page } = person;
  await person.signInByApi(ACCOUNTS.admin, `${PAGE}/${id}`);
  for (const language of MEASURED) {
    person = await person.changeLanguage(language);
    const { t } = person;
    await expect(person.row('webhook.test')).toBeVisible();
    await settled(page);
    expect.soft(await findCutTexts(page.locator('body')), `${language} list`).toEqual([]);
    const name = t('Details of {{event}}', { event: t('Test event') });
    await page.getByRole('button', { name }).click();
    const dialog = person.dialog(t('Delivery'));
    await expect(dialog.getByText('later')).toBeVisible();
    await settled(page);
    expect.soft(await findCutTexts(dialog), `${language} delivery`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});
