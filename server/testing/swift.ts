import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Whether Debian's package python3-swift is installed. */
export const hasSwift = existsSync('/usr/lib/python3/dist-packages/swift/proxy/server.py');

const PROGRAM = path.join(import.meta.dirname, 'swift-server.py');
const SECRET = 'swift-secret';
export const OWNER = { keyId: 'test:owner', secret: SECRET };
/** A key of the same account without any right. */
export const GUEST = { keyId: 'test:guest', secret: SECRET };

/** Starts OpenStack Swift, which serves S3 on a port of 127.0.0.1. It ends with this process at the latest. */
export async function startSwift(): Promise<{ port: number; close(): Promise<void> }> {
  const accounts = ['test', 'owner', 'guest', SECRET];
  // Debian's Python, which has Swift's modules.
  const swift = spawn('/usr/bin/python3', [PROGRAM, ...accounts], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(swift, 'exit');
  const [printed] = await Promise.race([once(swift.stdout, 'data'), exited]);
  if (swift.exitCode !== null) throw new Error('Swift did not start');
  return {
    port: Number(printed),
    async close() {
      swift.stdin.end();
      await exited;
    },
  };
}
