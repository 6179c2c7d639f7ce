import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './testing/harness.ts';
import { buildDepositForm, buildImage, upload } from './testing/upload.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function readMetrics(): Promise<string> {
  const response = await fetch(`${app.baseUrl}/metrics`);
  expect(response.status).toBe(200);
  return response.text();
}

test('what waits is counted with its age, and what was batched with its size', async () => {
  const user = await app.newUser();
  const before = await readMetrics();
  const [, waiting = '0'] = /^pending_requests{type="deposit"} (\d+)/m.exec(before) ?? [];
  const form = buildDepositForm();
  await upload(app, {
    cookie: user.cookie,
    path: '/files/deposits',
    form,
    body: await buildImage(),
  });
  const metrics = await readMetrics();
  expect(metrics).toContain(`pending_requests{type="deposit"} ${Number(waiting) + 1}`);
  expect(metrics).toMatch(/^oldest_pending_request_age_seconds{type="deposit"} [\d.]+$/m);
  expect(metrics).toMatch(/^command_batch_size_sum{command="deposit"} [1-9]/m);
  expect(metrics).toMatch(/^database_up 1$/m);
});

test('what waits for webhooks is counted with how late it is', async () => {
  const admin = await app.admin();
  const form = { url: 'https://shop.example/', eventTypes: ['user.created' as const] };
  const { id } = await admin.api.webhooks.create(form);
  await admin.api.webhooks.sendTest({ id });
  await app.deps.db.query(`UPDATE webhook_deliveries SET next_at = next_at - interval '1 hour'`);
  const metrics = await readMetrics();
  expect(metrics).toMatch(/^webhook_deliveries_pending 1$/m);
  expect(metrics).toMatch(/^webhook_late_seconds 36\d\d/m);
  expect(metrics).toMatch(/^webhooks_stopped 0$/m);
  await admin.api.webhooks.remove({ id });
  expect(await readMetrics()).toMatch(/^webhook_deliveries_pending 0$/m);
});

/** Names of metrics in an expression, without what stands in quotes, braces and brackets. */
function namesIn(expression: string): string[] {
  const bare = expression
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ');
  return Array.from(bare.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g), ([name]) => name);
}

const deployDir = path.resolve(import.meta.dirname, '../deploy');
const alerts = readFileSync(path.join(deployDir, 'prometheus/alerts.yml'), 'utf8');
const dashboard = readFileSync(path.join(deployDir, 'grafana/wallet.json'), 'utf8');
interface Dashboard {
  panels: { targets: { expr: string }[] }[];
}

test('every metric that an alert or the dashboard names is served', async () => {
  const metrics = await readMetrics();
  const served = new Set(['up']); // Prometheus' own
  for (const [, name = '', type] of metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    served.add(name);
    if (type === 'histogram')
      for (const end of ['bucket', 'sum', 'count']) served.add(`${name}_${end}`);
  }
  const rules = Array.from(alerts.matchAll(/^ +expr: (.+)$/gm), ([, rule = '']) => rule);
  const { panels } = JSON.parse(dashboard) as Dashboard;
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect([rules.length, shown.length]).toEqual([14, expect.any(Number)]);
  const missing = [...rules, ...shown].flatMap(namesIn).filter((name) => !served.has(name));
  expect(missing).toEqual([]);
});

test('without a database the rest is served all the same', async () => {
  const { db } = app.deps;
  const lost = { ...db, probe: () => Promise.reject(new Error('lost')) };
  const other = await startTestApp({ db: lost });
  const metrics = await (await fetch(`${other.baseUrl}/metrics`)).text();
  await other.close();
  expect(metrics).toMatch(/^database_up 0$/m);
  expect(metrics).toMatch(/^http_requests_in_progress /m);
  expect(metrics).not.toMatch(/^pending_requests{/m);
});
