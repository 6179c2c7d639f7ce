import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSources } from './import-rules.ts';
import { collectNotices, webTextsOf, writeNotices, writeSbom } from './third-parties.ts';

const projectDir = path.resolve(import.meta.dirname, '..');
const outDir = path.join(projectDir, 'notices');

/** Writes the files that accompany a release: all licences, and a machine-readable list of parts. */
const [lock, manifest] = await Promise.all(
  ['package-lock.json', 'package.json'].map(async (name) =>
    JSON.parse(await readFile(path.join(projectDir, name), 'utf8')),
  ),
);
const webTexts = webTextsOf(readSources(projectDir));
const notices = await collectNotices(projectDir, { lock, manifest, webTexts });
await mkdir(outDir, { recursive: true });
await writeFile(path.join(outDir, 'THIRD-PARTY-NOTICES.txt'), writeNotices(notices));
await writeFile(path.join(outDir, 'sbom.cdx.json'), writeSbom(manifest, notices));
console.log(`${notices.length} parts of others: notices/THIRD-PARTY-NOTICES.txt and sbom.cdx.json`);
const unknown = notices.filter(({ licence }) => licence === undefined);
if (unknown.length > 0) {
  console.error(`Without a licence: ${unknown.map(({ name }) => name).join(', ')}`);
  process.exitCode = 1;
}
