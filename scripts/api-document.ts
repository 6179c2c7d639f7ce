import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describeApi } from '#server/platform/http/openapi/document.ts';
import { installTools } from './tools.ts';

/** Validates the API's document, and prints the problems. */
const input = JSON.stringify(await describeApi('Wallet API', '1.0.0'));
const program = path.join(installTools('check'), 'lint-document.mjs');
const { status } = spawnSync(process.execPath, [program], {
  input,
  stdio: ['pipe', 'inherit', 'inherit'],
});
process.exitCode = status ?? 1;
