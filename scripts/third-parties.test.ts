import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from './import-rules.ts';
import { collectNotices, webTextsOf, writeNotices, writeSbom } from './third-parties.ts';

const projectDir = path.resolve(import.meta.dirname, '..');

test('lists every installed or bundled third-party package with its licence text', async () => {
  const [lock, manifest] = ['package-lock.json', 'package.json'].map((name) =>
    JSON.parse(readFileSync(path.join(projectDir, name), 'utf8')),
  );
  const webTexts = webTextsOf(readSources(projectDir));
  const notices = await collectNotices(projectDir, { lock, manifest, webTexts });
  const byName = new Map(notices.map((notice) => [notice.name, notice]));
  for (const name of [
    'fastify',
    'react',
    'react-dom',
    '@mantine/core',
    'csv-parse',
    'sharp',
    'pg-protocol',
    '@tabler/icons',
  ])
    expect(byName.get(name)?.text, name).toBeTruthy();
  expect(byName.get('@fontsource-variable/noto-sans-tamil')?.licence).toContain('OFL-1.1');
  for (const tool of ['vitest', 'vite', 'typescript', '@playwright/test', 'knip'])
    expect(byName.has(tool), tool).toBe(false);
  expect(notices.filter(({ licence }) => licence === undefined)).toEqual([]);
  const text = writeNotices(notices);
  expect(text).toContain('SIL OPEN FONT LICENSE');
  expect(text).toMatch(/^react \d/m);
  const { components } = JSON.parse(writeSbom(manifest, notices));
  expect(components).toHaveLength(notices.length);
  expect(components).toContainEqual(
    expect.objectContaining({
      purl: `pkg:npm/%40mantine/core@${manifest.devDependencies['@mantine/core']}`,
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
    }),
  );
});
