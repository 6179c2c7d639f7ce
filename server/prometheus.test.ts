import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findFreePort } from './testing/free-port.ts';
import { startTestApp, type TestApp } from './testing/harness.ts';
import { testConfig } from './testing/stand-ins.ts';
import { buildImage, makeDeposit } from './testing/upload.ts';

const PROMETHEUS = '/usr/bin/prometheus';
const projectDir = path.resolve(import.meta.dirname, '..');
const deployDir = path.join(projectDir, 'deploy');

describe.skipIf(!existsSync(PROMETHEUS))('Prometheus', () => {
  let folder: string;
  let app: TestApp;
  let prometheus: ChildProcess;
  let api: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'wallet-prometheus-'));
    const config = {
      ...testConfig(projectDir),
      dataDir: folder,
      backups: { dir: folder, everyMs: 3_600_000, keep: 2 },
      verifyEveryMs: 7_200_000,
    };
    app = await startTestApp({ config });
    const port = await findFreePort();
    api = `http://127.0.0.1:${port}/api/v1`;
    const configFile = path.join(folder, 'prometheus.json');
    await writeFile(
      configFile,
      JSON.stringify({
        rule_files: [path.join(deployDir, 'prometheus/alerts.yml')],
        scrape_configs: [
          {
            job_name: 'wallet',
            scrape_interval: '1s',
            static_configs: [{ targets: [new URL(app.baseUrl).host] }],
          },
        ],
      }),
    );
    const settings = [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ];
    prometheus = spawn(PROMETHEUS, settings, { stdio: 'inherit' });
  });
  afterAll(async () => {
    const ended = once(prometheus, 'exit');
    prometheus.kill();
    await ended;
    await app.close();
    await rm(folder, { recursive: true });
  });

  async function read<Data>(address: string): Promise<Data> {
    const response = await fetch(`${api}${address}`);
    expect(response.status, address).toBe(200);
    return (await response.json()).data;
  }

  async function query(expression: string): Promise<unknown[]> {
    const address = `/query?query=${encodeURIComponent(expression)}`;
    return (await read<{ result: unknown[] }>(address)).result;
  }

  test('scrapes the server, accepts every alert, and responds to every query of the dashboard', async () => {
    const { cookie } = await app.newUser();
    await makeDeposit(app, { cookie, image: await buildImage() }, { amount: '100' });
    const scrapes = 'count_over_time(wallet_command_batch_size_count{command="deposit"}[1m]) >= 2';
    await vi.waitFor(async () => expect(await query(scrapes)).toHaveLength(1), {
      timeout: 30_000,
      interval: 200,
    });
    const { groups } = await read<{ groups: { rules: unknown[] }[] }>('/rules');
    expect(groups.map(({ rules }) => rules.length)).toEqual([30]);
    const dashboard = readFileSync(path.join(deployDir, 'grafana/wallet.json'), 'utf8');
    const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] };
    const empty: string[] = [];
    for (const { expr } of panels.flatMap(({ targets }) => targets)) {
      const found = await query(expr.replaceAll('$job', 'wallet').replaceAll('$instance', '.*'));
      if (found.length === 0) empty.push(expr.replace(/\{[^}]*\}/g, ''));
    }
    expect(empty).toEqual([]);
  });
});
