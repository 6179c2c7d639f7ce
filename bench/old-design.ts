import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { BenchWorld } from './world.ts';

const folder = path.join(import.meta.dirname, 'old-design');
const REQUESTS = 20_000;
const MEASURED_MS = 8000;
const NAME = 'old_design';

const run = promisify(execFile);

const tables = `
  CREATE TABLE transactions (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(), user_id uuid NOT NULL DEFAULT gen_random_uuid(),
    type text NOT NULL, amount numeric NOT NULL, status text NOT NULL,
    approved_at timestamptz, approved_by text, updated_at timestamptz);
  CREATE TABLE wallet_balances (user_id uuid PRIMARY KEY, balance numeric NOT NULL, updated_at timestamptz);
  INSERT INTO transactions (type, amount, status)
    SELECT 'deposit', 10 + n % 900, 'pending' FROM generate_series(1, ${REQUESTS}) n;
  INSERT INTO wallet_balances SELECT user_id, 0, now() FROM transactions`;

/**
 * Approvals per second in the design that this product replaces: a browser writes balances directly into
 * a hosted database, with as many callers on the same cluster. Undefined if its separate packages are
 * not installed.
 */
export async function benchOldDesign(
  world: BenchWorld,
  callers: number,
): Promise<number | undefined> {
  if (!existsSync(path.join(folder, 'node_modules'))) {
    console.log('The old design is not measured: npm ci --prefix bench/old-design installs it');
    return undefined;
  }
  await world.createDatabase(NAME, 'template1');
  const { db } = await world.open(NAME);
  for (const statement of tables.split(';')) await db.query(statement);
  await db.close();
  const { host, port, user } = world.socket;
  const url = `postgres://${user}@localhost:${port}/${NAME}`;
  const server = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(folder, 'server.ts'), url, host],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  try {
    const address = await readAddress(server.stdout);
    const script = path.join(folder, 'callers.ts');
    const given = [script, address, String(callers), String(MEASURED_MS)];
    const { stdout } = await run(process.execPath, ['--import', 'tsx', ...given]);
    return Number(/^RESULT (\S+)/m.exec(stdout)?.[1]);
  } finally {
    server.kill();
  }
}

async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /ready at (\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error('The old design did not start');
}
