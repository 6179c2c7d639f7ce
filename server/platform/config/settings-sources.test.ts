import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../db/limits.ts';
import { readConfig, SETTING_NAMES } from './config.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'wallet-settings-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const SECRET = 'no-log-may-hold-this';
const projectDir = path.resolve(import.meta.dirname, '../../..');

function write(name: string, text: string): string {
  const file = path.join(dir, name);
  writeFileSync(file, text);
  return file;
}

function read(env: NodeJS.ProcessEnv, dotEnv = '') {
  write('.env', dotEnv);
  return readConfig(env, dir);
}

function problemsOf(env: NodeJS.ProcessEnv, dotEnv = ''): string {
  try {
    read(env, dotEnv);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return '';
}

test('a setting in the environment overrides the file, and an empty variable counts as not set', () => {
  const dotEnv = `PORT=4000\nexport PRODUCT_NAME="Ravi's wallet" # of Pune\nHOST=10.0.0.1\n`;
  const { port, productName, host } = read({ PORT: '5000', HOST: '' }, dotEnv);
  expect([port, productName, host]).toEqual([5000, "Ravi's wallet", '10.0.0.1']);
});

test('verifies daily by default, at another interval with VERIFY_EVERY, and never with VERIFY_EVERY=off', () => {
  const hourMs = 3_600_000;
  expect(read({}).verifyEveryMs).toBe(24 * hourMs);
  expect(read({ VERIFY_EVERY: '6h' }).verifyEveryMs).toBe(6 * hourMs);
  expect(read({ VERIFY_EVERY: 'off' }).verifyEveryMs).toBeUndefined();
});

test('CLAMAV_URL is a socket or a TCP address with an optional port', () => {
  expect(read({}).clamd).toBeUndefined();
  const at = (CLAMAV_URL: string) => read({ CLAMAV_URL }).clamd;
  expect(at('unix:///run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' });
  expect(at('tcp://scanner')).toEqual({ host: 'scanner', port: 3310 });
  expect(at('tcp://[::1]:4000/')).toEqual({ host: '::1', port: 4000 });
  for (const CLAMAV_URL of [
    ...[
      'scanner:3310',
      'http://scanner:3310',
      'tcp://',
      'tcp://user@scanner',
      'tcp://scanner/path',
    ],
    ...[
      'tcp://scanner:0',
      'tcp://scanner:70000',
      'unix://run/clamd.ctl',
      'unix:///',
      'unix:///a%20b',
    ],
  ]) {
    expect(problemsOf({ CLAMAV_URL })).toMatch(/CLAMAV_URL: must be the address of clamd/);
  }
});

test('ENV_FILE names another file, which must exist', () => {
  const ENV_FILE = write('elsewhere', 'PORT=4001');
  expect(read({ ENV_FILE }, 'PORT=4000').port).toBe(4001);
  expect(problemsOf({ ENV_FILE: path.join(dir, 'nowhere') })).toMatch(/ENV_FILE: must be a file/);
});

test('reads a value from a separate file without its trailing newline', () => {
  const file = write('secret', `${SECRET}\n`);
  expect(read({ ADMIN_PASSWORD_FILE: file }).adminPassword).toBe(SECRET);
  expect(read({}, `ADMIN_PASSWORD_FILE=${file}`).adminPassword).toBe(SECRET);
  const env = { ADMIN_PASSWORD: 'of the environment' };
  expect(read(env, `ADMIN_PASSWORD_FILE=${file}`).adminPassword).toBe('of the environment');
});

test.each([
  [{ ADMIN_PASSWORD: SECRET, ADMIN_PASSWORD_FILE: 'secret' }, /and ADMIN_PASSWORD_FILE: both/],
  [{ ADMIN_PASSWORD_FILE: SECRET }, /ADMIN_PASSWORD_FILE: must name a file/],
  [{ ADMIN_PASSWORD_FILE: '/dev/null' }, /ADMIN_PASSWORD_FILE: must name a file/],
  [{ ADMIN_PASSWORD: SECRET.slice(0, 5) }, /ADMIN_PASSWORD: must be 6 or more characters$/],
  [{ METRICS_TOKEN: `${SECRET} ` }, /METRICS_TOKEN: must be 16 characters/],
  [{ DATABASE_URL: `mysql://root:${SECRET}@db/wallet` }, /DATABASE_URL: must be an address such/],
  [{ PUBLIC_ULR: SECRET }, /PUBLIC_ULR: there is no such setting; did you mean PUBLIC_URL\?/],
  [{ WEBHOOK_SEND: SECRET }, /WEBHOOK_SEND: there is no such setting any more; use SEND_EVENTS/],
  [
    { DATABASE_URL: `postgres://wallet:${SECRET}@one,two/wallet` },
    /DATABASE_URL: must name one host/,
  ],
  [{ DATABASE_DIRECT_URL: `postgres://${SECRET}@db/wallet` }, /DATABASE_DIRECT_URL: has no effect/],
  [{ database_url: SECRET }, /database_url: .* did you mean DATABASE_URL\?/],
  [{ ADMIN_PASWORD_FILE: SECRET }, /did you mean ADMIN_PASSWORD_FILE\?/],
  [{ PORT: SECRET }, /PORT: must be a whole number/],
  [{ PORT: '70000' }, /PORT: must be 65535 or less$/],
  [{ SEED_DEMO: SECRET }, /SEED_DEMO: must be one of true, false/],
  [{ FILES_URL: `ftp://${SECRET}/` }, /FILES_URL: must be a folder such as/],
  [{ FILES_URL: `s3://files?region=x1&key-id=me:${SECRET}` }, /FILES_URL: must be a folder such/],
  [{ FILES_URL: `s3://me:${SECRET}@files` }, /FILES_URL: must not hold the secret/],
  [{ FILES_URL: 's3:/wallet' }, /FILES_URL: must be a folder such/],
  [{ DATABASE_URL: 'postgresql://me@host:port/wallet' }, /DATABASE_URL: must be an address such/],
  [{ FILES_URL: 's3://files?key-id=me' }, /FILES_URL: must be a folder such/],
  [{ FILES_URL: 's3://files?region=x1&key-id=me' }, /FILES_SECRET: must be the secret/],
  [{ FILES_URL: '/srv', FILES_SECRET: SECRET }, /FILES_SECRET: has no effect/],
  [{ FILES_URL: 's3://files?region=x1', FILES_SECRET: SECRET }, /FILES_SECRET: has no effect/],
  [{ BREACHED_PASSWORDS_URL: `http://10.1.2.3/${SECRET}` }, /BREACHED_PASSWORDS_URL: must be an/],
  [{ BREACHED_PASSWORDS_URL: `https://me:${SECRET}@host/` }, /BREACHED_PASSWORDS_URL: must be an/],
  [{ DATABASE_URL: `postgresql://db/wallet?sslkey=/no/${SECRET}` }, /sslkey that cannot be read/],
  [{ TLS_CERTIFICATE: SECRET, TLS_KEY: SECRET }, /TLS_CERTIFICATE: must be a certificate in PEM/],
  [{ TRANSLATION_URL: SECRET }, /TRANSLATION_URL: must be an address/],
])('refuses to start with %j, with a message that contains no values', (env, sentence) => {
  const problems = problemsOf(env);
  expect(problems).toMatch(/^Bad settings:\n {2}/);
  expect(problems).toMatch(sentence);
  expect(problems).not.toContain(SECRET.slice(0, 5));
});

test('with an address of the database itself, requests use the other one as a pooler', () => {
  const [url, direct] = ['postgres://db:6432/wallet', 'postgres://db/wallet'];
  const given = { DATABASE_URL: url, DATABASE_DIRECT_URL: direct };
  const pooler = { connection: { connectionString: url } };
  expect(read(given)).toMatchObject({ databaseUrl: direct, databasePooler: pooler });
  const same = read({ DATABASE_URL: url, DATABASE_DIRECT_URL: url });
  expect([same.databaseUrl, same.databasePooler]).toEqual([url, undefined]);
});

test.each([
  ['https://api.pwnedpasswords.com/range', 'https://api.pwnedpasswords.com/range/'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
])('breached passwords: %s is the address %s', (given, address) => {
  expect(read({ BREACHED_PASSWORDS_URL: given }).breachedPasswordsUrl?.href).toBe(address);
});

test('the waits of the database are shares of its longest statement', () => {
  expect(read({}).databaseLimits).toEqual(DEFAULT_LIMITS);
  expect(read({ DATABASE_STATEMENT_TIMEOUT_MS: '20000' }).databaseLimits).toMatchObject({
    lockTimeoutMs: 4000,
    waitTimeoutMs: 10_000,
    answerTimeoutMs: 24_000,
  });
});

test('files are stored in a folder or in a bucket, whose secret is a separate setting', () => {
  expect(read({}).files).toBeUndefined();
  expect(read({ FILES_URL: '/srv/files' }).files).toEqual({ folder: '/srv/files' });
  expect(read({ FILES_URL: 'file:///srv/my%20files' }).files).toEqual({ folder: '/srv/my files' });
  const secret = { FILES_SECRET_FILE: write('files-secret', `${SECRET}\n`) };
  const amazon = read({ FILES_URL: 's3://our.files?region=ap-south-1&key-id=AKIA1', ...secret });
  const [name, key] = ['our.files', { keyId: 'AKIA1', secret: SECRET }];
  expect(amazon.files).toEqual({ bucket: { name, key, region: 'ap-south-1' } });
  const ours = read({
    FILES_URL: 's3://our.files?endpoint=http://s3:9000&key-id=shop:wallet',
    ...secret,
  });
  expect(ours.files).toEqual({
    bucket: {
      name,
      region: 'us-east-1',
      endpoint: 'http://s3:9000',
      key: { keyId: 'shop:wallet', secret: SECRET },
    },
  });
  const withoutKey = read({ FILES_URL: 's3://our.files?region=ap-south-1' });
  expect(withoutKey.files).toEqual({ bucket: { name, region: 'ap-south-1' } });
});

test('refuses unknown names in the settings file, but not in the environment', () => {
  expect(problemsOf({}, `FAX_NUMBER=${SECRET}`)).toBe(
    'Bad settings:\n  FAX_NUMBER: there is no such setting',
  );
  expect(problemsOf({ FAX_NUMBER: 'x', PATH: '/bin', HOSTNAME: 'a', DATABASE_HOST: 'b' })).toBe('');
});

const example = readFileSync(path.join(projectDir, '.env.example'), 'utf8');

test('.env.example lists exactly the existing settings', () => {
  const names = Array.from(example.matchAll(/^#([A-Z_]+)=/gm), ([, name]) => name);
  expect(names.sort()).toEqual([...SETTING_NAMES].sort());
});

test('.env.example shows the defaults', () => {
  const shown = parseEnv(example.replace(/^#(?=[A-Z_]+=)/gm, ''));
  expect(readConfig(shown, '/nowhere')).toEqual(readConfig({}, '/nowhere'));
});

test.each([
  ['deploy/compose.yml', /^ {6}([A-Z_]+): /gm],
  ['deploy/Dockerfile', /(?<=^ENV .*)\b([A-Z_]+)=/gm],
  ['deploy/systemd/wallet.service', /(?<=^Environment=.*)\b([A-Z_]+)=/gm],
])('%s sets only existing settings', (file, pattern) => {
  const text = readFileSync(path.join(projectDir, file), 'utf8');
  const names = Array.from(text.matchAll(pattern), ([, name = '']) => name);
  const others = /^(?:POSTGRES_\w+|MINIO_\w+|DOMAIN|UPSTREAM)$/; // Settings of PostgreSQL, MinIO and Caddy.
  const known = SETTING_NAMES.flatMap((name) => [name, `${name}_FILE`]);
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !known.includes(name) && !others.test(name))).toEqual([]);
});
