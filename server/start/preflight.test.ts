import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createIdentity } from '../backups/encryption.ts';
import { makeFolders } from '../base/folders.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { mailCertificate, renewedCertificate } from '../testing/certificates.ts';
import { checkSettings } from './preflight.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-preflight-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

function check(settings: Record<string, string>): Promise<void> {
  return checkSettings(read(settings));
}

function read(settings: Record<string, string>): Config {
  return readConfig({ ENV_FILE: '/dev/null', PORT: '0', ...settings }, tmpdir());
}

async function occupyPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? String(address?.port) : '';
}

test('accepts free ports and folders that it can create', async () => {
  const folder = await makeFolder();
  const backups = path.join(folder, 'new', 'backups');
  const FILES_URL = path.join(folder, 'files');
  await check({ FILES_URL, BACKUP_DIR: backups, BACKUP_RECIPIENTS: 'plain' });
  expect((await stat(backups)).mode & 0o777).toBe(0o700);
});

test('names PORT and METRICS_ADDRESS when another program uses them', async () => {
  const PORT = await occupyPort();
  await expect(check({ PORT })).rejects.toThrow(/PORT: another program uses this port/);
  await expect(check({ METRICS_ADDRESS: `127.0.0.1:${PORT}` })).rejects.toThrow(
    /METRICS_ADDRESS: another program/,
  );
});

test('with BACKUP_DIR, requires BACKUP_RECIPIENTS that archives can be encrypted for', async () => {
  const BACKUP_DIR = await makeFolder();
  const [{ recipient }, other] = [await createIdentity(), await createIdentity()];
  const both = `${recipient}, ${other.recipient}`;
  await check({ BACKUP_DIR, BACKUP_RECIPIENTS: both });
  await expect(check({ BACKUP_DIR })).rejects.toThrow(/"wallet backup keygen" makes a key pair/);
  for (const BACKUP_RECIPIENTS of ['none', other.identity, `plain,${recipient}`]) {
    expect(() => read({ BACKUP_DIR, BACKUP_RECIPIENTS })).toThrow(/must be recipients of age/);
  }
  const cut = check({ BACKUP_RECIPIENTS: recipient.slice(0, -1) });
  await expect(cut).rejects.toThrow(/BACKUP_RECIPIENTS: one of them is no recipient/);
});

test('names HOST when it is not an address of this machine', async () => {
  await expect(check({ HOST: 'nonsense.invalid' })).rejects.toThrow(/HOST: must be an address of/);
  await expect(check({ HOST: '192.0.2.1' })).rejects.toThrow(/HOST: must be an address of/);
});

test('names each folder that the server cannot write to', async () => {
  const file = path.join(await makeFolder(), 'file');
  await writeFile(file, '');
  const settings = { FILES_URL: path.join(file, 'files'), BACKUP_DIR: '/proc/wallet/backups' };
  await expect(check(settings)).rejects.toThrow(
    /FILES_URL: the server's user cannot write to .*\n.*BACKUP_DIR: the server's user cannot write/,
  );
});

test('fails to create a folder in /proc instead of retrying forever', async () => {
  await expect(makeFolders('/proc/wallet/data')).rejects.toMatchObject({ code: 'ENOENT' });
});

test.each<Record<string, string>>([
  { HOST: '0.0.0.0' },
  { PUBLIC_URL: 'https://wallet.example' },
  { DATABASE_URL: 'postgresql://db.example/wallet' },
])('refuses an easily guessed password of a default account with %j', async (reach) => {
  const both = /ADMIN_PASSWORD: is too easy to guess.*\n.*DEMO_PASSWORD: is too easy to guess/;
  for (const passwords of [
    { ADMIN_PASSWORD: 'password', DEMO_PASSWORD: 'Demo2026!' },
    { ADMIN_PASSWORD: 'admin123', DEMO_PASSWORD: 'demo123' },
  ]) {
    await check(passwords);
    await expect(check({ ...passwords, ...reach })).rejects.toThrow(both);
  }
  await check({ ADMIN_PASSWORD: 'violet-Harbour-42', ...reach });
});

test('with TLS_CERTIFICATE, requires the private key that belongs to it', async () => {
  const { cert, key } = mailCertificate;
  await check({ TLS_CERTIFICATE: cert, TLS_KEY: key });
  const wrong: [Record<string, string>, RegExp][] = [
    [{ TLS_CERTIFICATE: cert }, /TLS_KEY: must be set/],
    [{ TLS_KEY: key }, /TLS_CERTIFICATE: must be set/],
    [{ TLS_CERTIFICATE: key, TLS_KEY: key }, /TLS_CERTIFICATE: must be a certificate/],
    [{ TLS_CERTIFICATE: cert, TLS_KEY: cert }, /TLS_KEY: must be a private key/],
    [{ TLS_CERTIFICATE: renewedCertificate.cert, TLS_KEY: key }, /belongs to another certificate/],
  ];
  for (const [settings, expected] of wrong) expect(() => read(settings)).toThrow(expected);
});
