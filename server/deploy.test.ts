import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { documentRules, imageRules } from '#contract/uploads/routes.ts';
import { appError } from './base/errors.ts';
import { bodyOf } from './platform/http/refusals.ts';

const read = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../deploy', name), 'utf8');

test('nginx refuses too large uploads with the same response as the server', () => {
  const config = read('nginx/wallet.conf');
  const [, type, body = ''] = /default_type (\S+);\s+return 413 '(.+)';/.exec(config) ?? [];
  const expected = bodyOf(appError('PAYLOAD_TOO_LARGE'), { url: '/files/deposits' });
  expect({ type, body: JSON.parse(body) }).toEqual(expected);
  expect(config).not.toMatch(/listen .*http2/);
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(config) ?? [];
  const largest = Math.max(
    ...Object.values({ ...imageRules, ...documentRules }).map(({ maxBytes }) => maxBytes),
  );
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThanOrEqual(largest);
});

test('the proxies redirect pages to https, and refuse calls of programs by http', () => {
  const [, redirecting = ''] = read('nginx/wallet.conf').split(/listen 80;/);
  expect(redirecting).toMatch(/location ~ \^\/\(\?:api\|rpc\)\/ \{[^}]*return 403/);
  expect(read('caddy/Caddyfile')).toMatch(
    /path \/api\/\* \/rpc\/\*\s+handle @programs \{\s+respond .* 403/,
  );
});

test('nginx replaces every forwarding header that the server reads', () => {
  for (const name of ['For', 'Proto', 'Host']) {
    expect(read('nginx/wallet.conf')).toMatch(
      new RegExp(`proxy_set_header X-Forwarded-${name} \\$`),
    );
  }
});

test('the containers get every secret, and the commands that create it are documented', () => {
  const compose = read('compose.yml');
  const [, declared = ''] = compose.split(/^secrets:$/m);
  const names = [...declared.matchAll(/^ {2}(\w+):$/gm)].map(([, name = '']) => name);
  expect(names).toContain('secret_key');
  for (const name of names) {
    expect(compose).toMatch(new RegExp(`^ +secrets: \\[.*\\b${name}\\b.*\\]$`, 'm'));
    expect(compose).toMatch(new RegExp(`^ +\\w+_FILE: /run/secrets/${name}$`, 'm'));
    const command = new RegExp(`^# {3}(.* > secrets/${name})$`, 'm').exec(compose)?.[1];
    expect(read('../docs/deployment.md')).toContain(`   ${command}\n`);
  }
});

test('every container image is pinned by its digest', () => {
  const built = [...read('Dockerfile').matchAll(/^ARG \w+_IMAGE=(.+)$/gm)];
  const pulled = [...read('compose.yml').matchAll(/^ +image: (.+)$/gm)];
  expect([built.length, pulled.length]).toEqual([2, 2]);
  for (const [, image] of [...built, ...pulled]) {
    expect(image).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  }
  expect(read('Dockerfile')).not.toMatch(/^FROM (?!\$\{(?:BUILD|RUN)_IMAGE\})/m);
});

test('the image contains the licence and the third-party notices', () => {
  const [, stage = ''] = read('Dockerfile').split(/^FROM .*RUN_IMAGE.*$/m);
  expect(stage).toMatch(/^COPY .*\/app\/LICENSE /m);
  expect(stage).toMatch(/^COPY .*\/app\/notices /m);
});
