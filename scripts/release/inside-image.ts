import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const SCRIPT = readFileSync(path.join(import.meta.dirname, 'look-inside.mjs'), 'utf8');
const NODE = ['/nodejs/bin/node', '--input-type=module', '--eval', SCRIPT];

/** Checks user, permissions and content of a running container, by Node.js in it. */
export function inspectInside(container: string, podman: (...args: string[]) => string): void {
  const found = JSON.parse(podman('exec', container, ...NODE));
  assert.equal(found.uid, 65532);
  assert.match(found.status, /^CapEff:\t0+$/m);
  assert.match(found.status, /^NoNewPrivs:\t1$/m);
  assert.deepEqual(found.writable, ['/data', '/tmp'], 'folders that the server can write to');
  assert.deepEqual(found.changeable, [], 'files that the server could change on a writable root');
  assert.equal(found.hasShell, false);
  assert.equal(found.hasDatabase, false);
  assert.match(found.licence, /^MIT License/);
  assert(found.notices > 100_000, 'the licences of third parties');
  assert(found.components > 100, 'the SBOM');
}
