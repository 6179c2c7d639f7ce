import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { GeneralSettings } from '#contract/settings.ts';
import type { Deps } from '#server/lib/deps.ts';
import { selectServerVersion } from './queries.ts';

const packageFile = z.object({ version: z.string() });

/** What runs here: which product, which version, on which database. */
export async function getGeneralSettings({ config, db }: Deps): Promise<GeneralSettings> {
  const [version, databaseVersion] = await Promise.all([
    readVersion(config.projectDir),
    selectServerVersion(db.query),
  ]);
  return {
    productName: config.productName,
    version,
    database: { kind: config.databaseUrl ? 'external' : 'embedded', version: databaseVersion },
    runtimeVersion: process.versions.node,
  };
}

async function readVersion(projectDir: string): Promise<string> {
  const text = await readFile(path.join(projectDir, 'package.json'), 'utf8');
  return packageFile.parse(JSON.parse(text)).version;
}
