import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const PROMTOOL = '/usr/bin/promtool';
const rulesFile = path.resolve(import.meta.dirname, '../deploy/prometheus/alerts.yml');

/** Labels in addition to job and severity. */
type Labels = Record<string, string>;
/** A series: its name and labels, and its values in promtool's notation, one a minute. */
type Series = [name: string, labels: Labels, values: string];

interface Case {
  series: Series[];
  /** The last minute without the alert, and one with it. */
  quiet: number;
  firing: number;
  /** Labels of the alert. */
  labels?: Labels;
}

const INSTANCE = { instance: 'a:3000' };

/** A value that is 0 for five minutes, and another one from the sixth on. */
const rises = (name: string, value: number, labels: Labels = {}): Series => [
  name,
  labels,
  `0x5 ${value}x40`,
];

/** An alert without a waiting time. */
const immediate = (series: Series, labels: Labels = {}): Case => ({
  series: [series],
  labels,
  quiet: 5,
  firing: 6,
});

/** A histogram whose values are below the first bound for ten minutes, and between the bounds afterwards. */
const slows = (name: string, bounds: [low: string, high: string], labels: Labels): Series[] => [
  [name, { ...labels, le: bounds[0] }, '0+100x10 1000x40'],
  [name, { ...labels, le: bounds[1] }, '0+100x50'],
  [name, { ...labels, le: '+Inf' }, '0+100x50'],
];

const cases: Record<string, Case> = {
  WalletDown: { series: [['up', {}, '1x5 0x20']], quiet: 6, firing: 7, labels: INSTANCE },
  WalletAbsent: { series: [['up', {}, '1x5 stale']], quiet: 10, firing: 11 },
  WalletDatabaseDown: {
    series: [['wallet_database_up', {}, '1x5 0x20']],
    labels: INSTANCE,
    quiet: 6,
    firing: 7,
  },
  WalletErrors: {
    series: [
      ['wallet_http_request_duration_seconds_count', { status: '200' }, '0+100x50'],
      ['wallet_http_request_duration_seconds_count', { status: '500' }, '0x10 0+2x40'],
    ],
    quiet: 15,
    firing: 25,
  },
  WalletSlow: {
    series: slows('wallet_http_request_duration_seconds_bucket', ['1', '5'], { route: '/rpc/a' }),
    quiet: 19,
    firing: 30,
  },
  WalletConnectionsExhausted: {
    series: [rises('wallet_database_connections', 1, { pool: 'people', state: 'awaited' })],
    quiet: 7,
    firing: 8,
    labels: INSTANCE,
  },
  WalletEventsSilent: {
    series: [rises('wallet_event_silence_seconds', 11)],
    quiet: 6,
    firing: 7,
    labels: INSTANCE,
  },
  WalletEventsHeldBack: immediate(rises('wallet_oldest_unpublished_event_seconds', 11)),
  WalletEventsLate: {
    series: slows('wallet_event_delay_seconds_bucket', ['5', '30'], {}),
    quiet: 14,
    firing: 25,
  },
  WalletSumsLate: {
    series: [rises('wallet_projection_lag_seconds', 6, { projection: 'flows' })],
    quiet: 6,
    firing: 7,
    labels: { projection: 'flows' },
  },
  WalletTaskFails: {
    series: [['wallet_background_job_failures_total', { task: 'mails' }, '0x5 1+1x60']],
    quiet: 20,
    firing: 40,
    labels: { ...INSTANCE, task: 'mails' },
  },
  WalletAuditBroken: immediate(rises('wallet_audit_chain_breaks', 1)),
  WalletAuditUnchecked: {
    series: [['wallet_audit_chains_checked_timestamp_seconds', {}, '0x90']],
    quiet: 70,
    firing: 72,
  },
  WalletAuditUnsigned: {
    series: [rises('wallet_audit_unsigned_seconds', 301)],
    quiet: 7,
    firing: 8,
  },
  WalletVerificationFailed: immediate(rises('wallet_verification_failures', 1)),
  WalletVerificationOld: old('verification'),
  WalletBackupOld: old('backup'),
  WalletBackupLacksFiles: immediate(rises('wallet_backup_missing_files', 2)),
  WalletDiskFull: {
    series: [
      ['wallet_disk_free_bytes', { folder: 'data' }, '50000000000x5 9000000000x40'],
      ['wallet_disk_size_bytes', { folder: 'data' }, '100000000000x50'],
    ],
    quiet: 15,
    firing: 16,
    labels: { ...INSTANCE, folder: 'data' },
  },
  WalletKeysExpire: immediate(rises('wallet_api_keys_expiring', 1)),
  WalletRequestsWait: immediate(
    rises('wallet_oldest_pending_request_age_seconds', 86_401, { type: 'deposit' }),
    { type: 'deposit' },
  ),
  WalletScansFail: immediate(rises('wallet_virus_scans_total', 10, { result: 'failed' })),
  WalletBreachedPasswordsUnchecked: {
    series: [
      ['wallet_breached_password_checks_total', { result: 'failed' }, '0x5 1+1x90'],
      ['wallet_breached_password_checks_total', { result: 'absent' }, '0x5 1+1x5 6x80'],
    ],
    // The last one succeeded in the 11th minute.
    quiet: 60,
    firing: 80,
  },
  WalletMailsLate: {
    series: [rises('wallet_mail_late_seconds', 301)],
    quiet: 10,
    firing: 11,
  },
  WalletMailFails: immediate(rises('wallet_mail_tries_total', 1, { result: 'failed' })),
  WalletPushesLate: {
    series: [rises('wallet_push_late_seconds', 301)],
    quiet: 10,
    firing: 11,
  },
  WalletPushFails: {
    series: [
      ['wallet_push_tries_total', { result: 'rejected' }, '0x5 1+1x90'],
      ['wallet_push_tries_total', { result: 'sent' }, '0x5 1+1x5 6x80'],
    ],
    // The last one was accepted in the 11th minute.
    quiet: 60,
    firing: 80,
  },
  WalletWebhooksLate: {
    series: [rises('wallet_webhook_late_seconds', 301)],
    quiet: 10,
    firing: 11,
  },
  WalletWebhookFails: immediate(rises('wallet_webhook_tries_total', 1, { state: 'failed' })),
  WalletWebhookStopped: immediate(rises('wallet_webhooks_stopped', 1)),
};

/** Done at second 0, every hour: late after two hours, for an hour. */
function old(work: 'verification' | 'backup'): Case {
  return {
    series: [
      [`wallet_${work}_timestamp_seconds`, {}, '0x200'],
      [`wallet_${work}_interval_seconds`, {}, '3600x200'],
    ],
    quiet: 180,
    firing: 181,
  };
}

interface Rule {
  name: string;
  severity: string;
  annotations: { summary: string; runbook_url: string };
}

function readRules(): Rule[] {
  const rules = readFileSync(rulesFile, 'utf8').split('- alert: ').slice(1);
  return rules.map((text) => {
    const find = (field: string) => new RegExp(`\\b${field}: (.+?)(?: }$|$)`, 'm').exec(text)?.[1];
    const [name = ''] = text.split('\n');
    const annotations = {
      summary: find('summary') ?? '',
      runbook_url: find('runbook_url') ?? '',
    };
    return { name, severity: find('severity') ?? '', annotations };
  });
}

/** A test of promtool. JSON is YAML. */
function toPromtoolTest({ name, severity, annotations }: Rule) {
  const { series, quiet, firing, labels = {} } = cases[name] ?? { series: [], quiet: 0, firing: 0 };
  const fill = (text: string) =>
    text.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? '');
  return {
    name,
    interval: '1m',
    input_series: series.map(([metric, own, values]) => {
      const all = { job: 'wallet', ...INSTANCE, ...own };
      const shown = Object.entries(all).map(([label, value]) => `${label}="${value}"`);
      return { series: `${metric}{${shown.join()}}`, values };
    }),
    alert_rule_test: [
      { eval_time: `${quiet}m`, alertname: name, exp_alerts: [] },
      {
        eval_time: `${firing}m`,
        alertname: name,
        exp_alerts: [
          {
            exp_labels: { job: 'wallet', severity, ...labels },
            exp_annotations: { ...annotations, summary: fill(annotations.summary) },
          },
        ],
      },
    ],
  };
}

test.skipIf(!existsSync(PROMTOOL))(
  'each alert is silent before its condition has lasted, and fires afterwards',
  async () => {
    const rules = readRules();
    expect(Object.keys(cases)).toEqual(rules.map(({ name }) => name));
    const folder = await mkdtemp(path.join(tmpdir(), 'wallet-alerts-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'alerts.test.json');
    const tests = { rule_files: [rulesFile], tests: rules.map(toPromtoolTest) };
    await writeFile(file, JSON.stringify(tests));
    await promisify(execFile)(PROMTOOL, ['test', 'rules', file]);
  },
);
