import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mailCertificate } from '#server/testing/certificates.ts';
import { repositoryDir } from '#server/testing/embedded-child.ts';
import { findFreePort } from '#server/testing/free-port.ts';
import { type MailServer, startMailServer } from '#server/testing/smtp.ts';
import { createMailTransport } from './transport.ts';

const LOGIN = { username: 'wallet@shop.example', password: 'p@ss:word/1' };
const FROM = 'Wallet <wallet@shop.example>';
const MAIL = {
  id: 'a1',
  to: 'asha@shop.example',
  subject: 'Your code',
  text: 'Code',
  html: '<p>Code</p>',
};
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
  const node = ['--import', 'tsx', '--input-type=module', '-e', program];
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

test('line breaks in a subject or name add no headers', async () => {
  const server = await start({});
  const from = 'Wallet <wallet@shop.example>';
  const transport = createMailTransport({ smtpUrl: server.url, from });
  const unsubscribeUrl = 'https://wallet.example/unsubscribe?token=a';
  await transport.send({ ...MAIL, subject: 'Code\r\nBcc: thief@shop.example', unsubscribeUrl });
  transport.close();
  const [mail] = server.received;
  expect(mail?.to).toEqual([MAIL.to]);
  expect(mail?.head).not.toMatch(/^Bcc:/im);
  expect(mail?.head).toContain('Message-ID: <a1@shop.example>');
  expect(mail?.head).toMatch(
    /^List-Unsubscribe:\s+<https:\/\/wallet\.example\/unsubscribe\?token=a>\r?$/m,
  );
  expect(mail?.head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
});

/** The SMTP server of Debian's package python3-aiosmtpd. */
const AIOSMTPD = '/usr/bin/aiosmtpd';

test.skipIf(!existsSync(AIOSMTPD))('sends to the SMTP server of Debian', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-mail-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const port = await findFreePort();
  const mailbox = path.join(folder, 'mailbox');
  const options = ['-n', '-l', `127.0.0.1:${port}`, '-c', 'aiosmtpd.handlers.Mailbox', mailbox];
  const server = spawn(AIOSMTPD, options, { stdio: 'ignore' });
  onTestFinished(() => void server.kill());
  const transport = createMailTransport({
    smtpUrl: new URL(`smtp://127.0.0.1:${port}`),
    from: FROM,
  });
  // Until it listens.
  await vi.waitFor(() => transport.send(MAIL), { timeout: 20_000, interval: 50 });
  await transport.send({ ...MAIL, id: 'a2', subject: 'ரசீது' });
  transport.close();
  const files = (await readdir(path.join(mailbox, 'new'))).map((name) =>
    readFile(path.join(mailbox, 'new', name), 'utf8'),
  );
  const received = await Promise.all(files);
  expect(received.map((text) => /^Message-ID: (.*)$/m.exec(text)?.[1]).sort()).toEqual([
    '<a1@shop.example>',
    '<a2@shop.example>',
  ]);
  expect(received.join()).toContain('=?UTF-8?');
});
