import '../bin/require-node.cjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const projectDir = path.resolve(import.meta.dirname, '..');

// The build is a separate process, which ends before the server starts: the compilers take 100 MB.
const builder = spawn(
  process.execPath,
  ['--import', 'tsx', path.join(projectDir, 'scripts/build-stale.ts')],
  { stdio: 'inherit', cwd: projectDir },
);
const stopBuilding = (signal) => builder.kill(signal);
process.on('SIGTERM', stopBuilding).on('SIGINT', stopBuilding);
const [code] = await once(builder, 'exit');
process.off('SIGTERM', stopBuilding).off('SIGINT', stopBuilding);
if (code !== 0) process.exit(code ?? 1);
process.setSourceMapsEnabled(true);
process.chdir(projectDir);
await import('../dist/server/start/main.js');
