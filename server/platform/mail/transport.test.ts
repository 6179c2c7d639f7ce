import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { repositoryDir } from '#server/testing/embedded-child.ts';
import { mailCertificate } from '#server/testing/mail-certificate.ts';
import { type MailServer, startMailServer } from '#server/testing/smtp.ts';
import { createMailTransport } from './transport.ts';

const LOGIN = { username: 'wallet@shop.example', password: 'p@ss:word/1' };
const FROM = 'Wallet <wallet@shop.example>';
const MAIL = { to: 'asha@shop.example', subject: 'Your code', text: 'Code', html: '<p>Code</p>' };
/** Another address of this machine, which the product does not know as such. */
const ELSEWHERE = '0.0.0.0';

async function start(options: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

function addressOf({ url }: MailServer, { password = LOGIN.password, host = url.hostname } = {}) {
  const address = new URL(url);
  address.hostname = host;
  address.username = encodeURIComponent(LOGIN.username);
  address.password = encodeURIComponent(password);
  return address;
}

const send = (smtpUrl: URL) => createMailTransport({ smtpUrl, from: FROM }).send(MAIL);

/** Sends in another process, which trusts the test's certificate as an operator can arrange it. */
async function sendTrusting(smtpUrl: URL): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-mail-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'ca.pem');
  await writeFile(file, mailCertificate.cert);
  const program = `
    import { createMailTransport } from '#server/platform/mail/transport.ts';
    const [smtpUrl, mail] = JSON.parse(process.env.TASK);
    await createMailTransport({ smtpUrl: new URL(smtpUrl), from: '${FROM}' }).send(mail);`;
  const node = ['--import', 'tsx', '--conditions=source', '--input-type=module', '-e', program];
  const task = JSON.stringify([smtpUrl.href, MAIL]);
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: file, TASK: task };
  await promisify(execFile)(process.execPath, node, { cwd: repositoryDir, env });
}

test('logs in with the name and password of the address', async () => {
  const server = await start({ login: LOGIN });
  await send(addressOf(server));
  expect(server.passwords).toEqual([LOGIN.password]);
  expect(server.received).toMatchObject([{ to: [MAIL.to], text: expect.stringContaining('Code') }]);
});

test('a wrong password is reported as an error of the login, which is retried', async () => {
  const server = await start({ login: LOGIN });
  await expect(send(addressOf(server, { password: 'wrong' }))).rejects.toMatchObject({
    code: 'EAUTH',
  });
  expect(server.received).toEqual([]);
});

test('encrypts with STARTTLS, with a certificate that the operating system trusts', async () => {
  const server = await start({ hasTls: true, login: LOGIN });
  await sendTrusting(addressOf(server, { host: ELSEWHERE }));
  expect(server.passwords).toEqual([LOGIN.password]);
  expect(server.received).toMatchObject([{ to: [MAIL.to], isEncrypted: true }]);
});

test.each([
  ['offers no STARTTLS', { login: LOGIN }],
  ['has a certificate that nothing vouches for', { hasTls: true, login: LOGIN }],
])('sends no password to another machine that %s', async (_, options) => {
  const server = await start(options);
  await expect(send(addressOf(server, { host: ELSEWHERE }))).rejects.toMatchObject({
    code: expect.stringMatching(/^(ETLS|ESOCKET|DEPTH_ZERO_SELF_SIGNED_CERT)$/),
  });
  expect(server.passwords).toEqual([]);
  expect(server.received).toEqual([]);
});
