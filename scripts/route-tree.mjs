// Writes web/routeTree.gen.ts: the router's plugin does so when Vite reads its configuration. `npm ci` runs this.
import { existsSync } from 'node:fs';
import path from 'node:path';

const projectDir = path.dirname(import.meta.dirname);
// An installation without development packages runs what was built before.
if (existsSync(path.join(projectDir, 'node_modules/vite'))) {
  const { resolveConfig } = await import('vite');
  await resolveConfig({ configFile: path.join(projectDir, 'vite.config.ts') }, 'build');
}
