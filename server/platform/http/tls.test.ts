import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { connect } from 'node:tls';
import fastify from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { mailCertificate, renewedCertificate } from '#server/testing/certificates.ts';
import { startTestApp, type TestApp } from '#server/testing/harness.ts';
import { ADMIN_PASSWORD, testConfig } from '#server/testing/stand-ins.ts';
import { findProjectDir } from '../../base/project.ts';
import type { TlsConfig } from '../config/tls-settings.ts';
import { registerRenewal, tlsOptionsOf } from './tls.ts';

let app: TestApp;
let port: string;

function startSecured(): Promise<TestApp> {
  const tls = { ...mailCertificate, files: undefined };
  return startTestApp({ config: { ...testConfig(findProjectDir(import.meta.dirname)), tls } });
}

beforeAll(async () => {
  app = await startSecured();
  ({ port } = new URL(app.baseUrl));
});
afterAll(() => app.close());

const trusted = { host: '127.0.0.1', ca: mailCertificate.cert, agent: false } as const;

test('people sign in by https, with a cookie that is sent by https only', async () => {
  const login = https.request({
    ...trusted,
    port,
    path: '/api/v1/sessions',
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `https://127.0.0.1:${port}` },
  });
  login.end(JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }));
  const [response] = await once(login, 'response');
  expect(await json(response)).toMatchObject({ user: { username: 'admin' } });
  expect(response.headers['set-cookie']?.join()).toMatch(/__Host-.*; Secure/);
});

test('callers without TLS, and with a version before 1.2, are refused', async () => {
  const plain = http.get({ host: '127.0.0.1', port, path: '/healthz', agent: false });
  await expect(once(plain, 'response')).rejects.toMatchObject({ code: 'ECONNRESET' });
  // Without SECLEVEL=0 the caller itself would refuse the old version.
  const old = connect({
    ...trusted,
    port: Number(port),
    ciphers: 'DEFAULT@SECLEVEL=0',
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
  });
  await expect(once(old, 'secureConnect')).rejects.toMatchObject({
    code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  });
});

test('a stopping server closes silent connections, and finishes requests that have begun', async () => {
  const stopping = await startSecured();
  const at = { ...trusted, port: Number(new URL(stopping.baseUrl).port) };
  const silent = connect(at).on('error', () => undefined);
  await once(silent, 'secureConnect');
  const body = JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD });
  const login = https.request({
    ...at,
    path: '/api/v1/sessions',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  login.flushHeaders();
  await once(login, 'continue');
  const closing = stopping.close();
  await once(silent.resume(), 'close');
  login.end(body);
  const [response] = await once(login, 'response');
  expect(response.statusCode).toBe(200);
  response.resume();
  await closing;
});

async function startRenewing() {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-tls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
  const tls: TlsConfig = { ...mailCertificate, files };
  await writeFile(files.cert, tls.cert);
  await writeFile(files.key, tls.key);
  const server = fastify({ https: tlsOptionsOf(tls) });
  onTestFinished(() => server.close());
  const printed: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => printed.push(line) });
  registerRenewal(server as never, { tls, log }, 10);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port: own } = server.server.address() as AddressInfo;
  return { files, printed, readName: () => readNameAt(own) };
}

/** Writes a file in one step: a part of it would be another state, with its own line in the log. */
async function replaceFile(file: string, content: string): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

async function readNameAt(at: number): Promise<string | undefined> {
  const socket = connect({ host: '127.0.0.1', port: at, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return String(subject.CN);
}

test('a renewed certificate is used without a restart, once its key is there too', async () => {
  const { files, printed, readName } = await startRenewing();
  await replaceFile(files.cert, renewedCertificate.cert);
  await expect.poll(() => printed.join()).toContain('belongs to another certificate');
  expect(await readName()).toBe('Mail server of the tests');
  await replaceFile(files.key, renewedCertificate.key);
  await expect.poll(() => printed.join()).toContain('the renewed certificate is used');
  expect(await readName()).toBe('Renewed certificate of the tests');
  expect(printed.filter((line) => line.includes('stays as it was'))).toHaveLength(1);
});
