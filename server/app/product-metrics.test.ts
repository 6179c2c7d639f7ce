import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/harness.ts';
import { testConfig } from '../testing/stand-ins.ts';
import { buildDepositForm, buildImage, makeDeposit, upload } from '../testing/upload.ts';

let app: TestApp;
let backupDir: string;
beforeAll(async () => {
  backupDir = await mkdtemp(path.join(tmpdir(), 'wallet-metrics-'));
  const config = {
    ...testConfig(path.resolve(import.meta.dirname, '../..')),
    dataDir: backupDir,
    backups: { dir: backupDir, everyMs: 3_600_000, keep: 2 },
    verifyEveryMs: 7_200_000,
  };
  app = await startTestApp({ config });
});
afterAll(async () => {
  await app.close();
  await rm(backupDir, { recursive: true });
});

async function readMetrics(): Promise<string> {
  const response = await fetch(`${app.baseUrl}/metrics`);
  expect(response.status).toBe(200);
  return response.text();
}

test('pending requests are counted with their age, and batches with their size', async () => {
  const user = await app.newUser();
  const before = await readMetrics();
  const [, waiting = '0'] = /^wallet_pending_requests{type="deposit"} (\d+)/m.exec(before) ?? [];
  const form = buildDepositForm();
  await upload(app, {
    cookie: user.cookie,
    path: '/files/deposits',
    form,
    body: await buildImage(),
  });
  const metrics = await readMetrics();
  expect(metrics).toContain(`wallet_pending_requests{type="deposit"} ${Number(waiting) + 1}`);
  expect(metrics).toMatch(/^wallet_oldest_pending_request_age_seconds{type="deposit"} [\d.]+$/m);
  expect(metrics).toMatch(/^wallet_command_batch_size_sum{command="deposit"} [1-9]/m);
  expect(metrics).toMatch(/^wallet_database_up 1$/m);
});

test('pending webhook deliveries are counted with their delay', async () => {
  const admin = await app.admin();
  const form = { url: 'https://shop.example/', eventTypes: ['user.created' as const] };
  const { id } = await admin.api.webhooks.create(form);
  await admin.api.webhooks.sendTest({ id });
  await app.deps.db.query(`UPDATE outgoing SET next_at = next_at - interval '1 hour'`);
  const metrics = await readMetrics();
  expect(metrics).toMatch(/^wallet_webhook_deliveries_pending 1$/m);
  expect(metrics).toMatch(/^wallet_webhook_late_seconds 36\d\d/m);
  expect(metrics).toMatch(/^wallet_webhooks_stopped 0$/m);
  await admin.api.webhooks.remove({ id });
  expect(await readMetrics()).toMatch(/^wallet_webhook_deliveries_pending 0$/m);
});

/** Returns the metric names in a PromQL expression, ignoring quotes, braces and brackets. */
function namesIn(expression: string): string[] {
  const bare = expression
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ');
  const names = Array.from(bare.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g), ([name]) => name);
  return names.filter((name) => name !== 'or');
}

const deployDir = path.resolve(import.meta.dirname, '../../deploy');
const alerts = readFileSync(path.join(deployDir, 'prometheus/alerts.yml'), 'utf8');
const dashboard = readFileSync(path.join(deployDir, 'grafana/wallet.json'), 'utf8');
interface Dashboard {
  panels: { targets: { expr: string }[] }[];
  templating: { list: { name: string }[] };
}

test('every metric in an alert or in the dashboard is served', async () => {
  const metrics = await readMetrics();
  const served = new Set(['up']); // Prometheus adds this metric itself.
  for (const [, name = '', type] of metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    served.add(name);
    if (type === 'histogram')
      for (const end of ['bucket', 'sum', 'count']) served.add(`${name}_${end}`);
  }
  const rules = Array.from(alerts.matchAll(/^ +expr: (.+)$/gm), ([, rule = '']) => rule);
  const { panels } = JSON.parse(dashboard) as Dashboard;
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  for (const watched of [
    'wallet_backup_timestamp_seconds',
    'wallet_disk_free_bytes',
    'wallet_verification_timestamp_seconds',
    'wallet_verification_failures',
    'wallet_api_keys_expiring',
    'wallet_projection_lag_seconds',
  ]) {
    expect(rules.flatMap(namesIn), 'has an alert').toContain(watched);
  }
  expect(shown.flatMap(namesIn), 'is on the dashboard').toContain('wallet_transactions_paise');
  expect(rules.length).toBe(30);
  const missing = [...rules, ...shown].flatMap(namesIn).filter((name) => !served.has(name));
  expect(missing).toEqual([]);
});

test('every alert selects one job, keeps its label, and links to a section of the runbook', () => {
  const runbook = readFileSync(path.join(deployDir, '../docs/operations/alerts.md'), 'utf8');
  const rules = alerts.split('- alert: ').slice(1);
  for (const rule of rules) {
    const [name = ''] = rule.split('\n');
    const [, expression = ''] = /expr: (.+)/.exec(rule) ?? [];
    for (const [selector] of expression.matchAll(/\{[^}]*\}/g)) {
      expect(selector, name).toContain('job="wallet"');
    }
    for (const [, labels] of expression.matchAll(/\bby \(([^)]*)\)/g)) {
      expect(labels?.split(', '), name).toContain('job');
    }
    expect(rule).toContain(`/docs/operations/alerts.md#${name.toLowerCase()}\n`);
    expect(runbook).toContain(`\n### ${name}\n`);
  }
  expect(rules.join()).toContain('absent(up{job="wallet"})');
});

test('every expression of the dashboard filters by the chosen job and instances', () => {
  const { panels, templating } = JSON.parse(dashboard) as Dashboard;
  expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'job', 'instance']);
  for (const { expr } of panels.flatMap(({ targets }) => targets)) {
    const selectors = Array.from(expr.matchAll(/\{[^}]*\}/g), ([selector]) => selector);
    expect(selectors.length).toBeGreaterThan(0);
    for (const selector of selectors) {
      expect(selector).toContain('job="$job", instance=~"$instance"');
    }
  }
});

test('all metrics except those of the process start with wallet_', async () => {
  const typesIn = (text: string) =>
    Array.from(text.matchAll(/^# TYPE (\w+) /gm), ([, name = '']) => name);
  const others = typesIn(await readMetrics()).filter((name) => !name.startsWith('wallet_'));
  expect(others.filter((name) => !/^(?:process|nodejs)_/.test(name))).toEqual([]);
});

test('backup metrics report the newest backup’s time and its missing files', async () => {
  expect(await readMetrics()).toMatch(/^wallet_backup_timestamp_seconds 0$/m);
  await writeFile(path.join(backupDir, 'wallet-2026-11-01T02-00-00Z.backup'), '');
  await writeFile(path.join(backupDir, 'wallet-2026-11-02T02-00-00Z.lacks-12-files.backup'), '');
  const metrics = await readMetrics();
  const completeAt = Date.parse('2026-11-01T02:00:00Z') / 1000;
  expect(metrics).toMatch(new RegExp(`^wallet_backup_timestamp_seconds ${completeAt}$`, 'm'));
  expect(metrics).toMatch(/^wallet_backup_missing_files 12$/m);
  expect(metrics).toMatch(/^wallet_backup_interval_seconds 3600$/m);
  expect(metrics).toMatch(/^wallet_disk_free_bytes\{folder="backups"\} [1-9]/m);
  expect(metrics).toMatch(/^wallet_disk_size_bytes\{folder="data"\} [1-9]/m);
});

test('transaction amounts are summed in paise by type and status, and soon expiring keys are counted', async () => {
  const admin = await app.admin();
  await admin.api.apiKeys.create({ name: 'a month', scopes: ['requests:read'], days: 30 });
  const before = await readMetrics();
  expect(before).toMatch(/^wallet_api_keys_expiring 0$/m);
  const read = (text: string) =>
    Number(/^wallet_transactions_paise\{type="deposit",status="pending"\} (\d+)/m.exec(text)?.[1]);
  const { cookie } = await app.newUser();
  await makeDeposit(app, { cookie, image: await buildImage() }, { amount: '12.34' });
  await app.deps.db.query(`UPDATE api_keys SET expires_at = expires_at - interval '20 days'`);
  const metrics = await readMetrics();
  expect(read(metrics) - read(before)).toBe(1234);
  expect(metrics).toMatch(
    /^wallet_transactions_paise\{type="withdrawal",status="rejected"\} \d+$/m,
  );
  expect(metrics).toMatch(/^wallet_api_keys_expiring 1$/m);
});

test('without a database, the other metrics are still served', async () => {
  const { db } = app.deps;
  const lost = { ...db, probe: () => Promise.reject(new Error('lost')) };
  const other = await startTestApp({ db: lost });
  const metrics = await (await fetch(`${other.baseUrl}/metrics`)).text();
  await other.close();
  expect(metrics).toMatch(/^wallet_database_up 0$/m);
  expect(metrics).toMatch(/^wallet_http_requests_in_progress /m);
  expect(metrics).not.toMatch(/^wallet_pending_requests{/m);
});
