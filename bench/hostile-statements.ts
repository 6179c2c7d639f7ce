import { randomBytes } from 'node:crypto';
import {
  buildBomb,
  buildLyingBomb,
  buildSheet,
  buildWorkbook,
  ENTITIES,
} from '../server/testing/hostile-statements.ts';
import { upload } from '../server/testing/upload.ts';
import { callOthers, signInAdmin } from './calls.ts';
import { report } from './report.ts';
import { quantile } from './statistics.ts';
import { type BenchServer, openBenchWorld, startServer } from './world.ts';

const QUIET_MS = 10_000;
const HEADING = 'Date,Narration,Debit,Credit,Balance\n';
const LINES = 90_000;

/** Measures the latency of other requests while hostile statements are imported one after another, and the time until each response. */
export async function benchHostileStatements(): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('hostile_statements');
    const server = await startServer(world.urlOf('hostile_statements'));
    try {
      const cookies = await signInAdmin(server.baseUrl, '');
      const accountId = await addAccount(server, cookies);
      const files = await buildFiles();
      await callOthers(server.baseUrl, { cookies, forMs: QUIET_MS / 2 });
      const quiet = await callOthers(server.baseUrl, { cookies, forMs: QUIET_MS });
      const figures: Record<string, number> = {
        "others' p50 without, ms": quantile(quiet, 0.5),
        "others' p99 without, ms": quantile(quiet, 0.99),
      };
      const all: number[] = [];
      for (const [name, body] of files) {
        const over = new AbortController();
        const others = callOthers(server.baseUrl, { cookies, signal: over.signal });
        const startedAt = performance.now();
        const form = { accountId, fileName: 'a.csv', isImport: true };
        const sent = { cookie: cookies, path: '/files/statements', form, body };
        const { status } = await upload(server, sent).finally(() => over.abort());
        // A busy machine refuses the lines at the deadline.
        const isExpected = status === 400 || (status === 200 && name.startsWith('lines'));
        if (!isExpected) throw new Error(`The response to ${name} was ${status}`);
        figures[`response to ${name}, seconds`] = (performance.now() - startedAt) / 1000;
        figures[`status of ${name}`] = status;
        const waits = await others;
        figures[`others' p99 with ${name}, ms`] = quantile(waits, 0.99);
        all.push(...waits);
      }
      all.sort((a, b) => a - b);
      figures["others' p50 with all, ms"] = quantile(all, 0.5);
      figures["others' p99 with all, ms"] = quantile(all, 0.99);
      await report('hostile-statements', `${files.length} files, one after another`, figures);
    } finally {
      await server.stop();
    }
  } finally {
    await world.close();
  }
}

async function addAccount({ baseUrl }: BenchServer, cookie: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/statements/accounts`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Current account', lastFour: null, isActive: true }),
  });
  if (!response.ok) throw new Error(`The account was refused: ${response.status}`);
  const { id } = (await response.json()) as { id: string };
  return id;
}

async function buildFiles(): Promise<[name: string, file: Buffer][]> {
  const columns = `<row r="1">${'<c><v>1</v></c>'.repeat(1e6)}</row>`;
  const rows = Array.from(
    { length: LINES },
    (_, n) => `2026-08-13,UPI/${621700000000 + n}/A,,1.00,${n + 1}.00\n`,
  );
  return [
    ['a zip bomb', await buildBomb()],
    ['a zip bomb that declares one byte', await buildLyingBomb()],
    ['a million columns of text', Buffer.from(`${HEADING}${'1,'.repeat(1e6)}`)],
    ['a million columns of a sheet', await buildWorkbook(buildSheet(columns))],
    ['a formula', Buffer.from(`${HEADING}2026-08-13,CASH,,=1+1,2\n`)],
    ['XML entities', await buildWorkbook(`${ENTITIES}${buildSheet('')}`)],
    ['binary in a .csv', randomBytes(15e6)],
    ['millions of cells', Buffer.from(`${HEADING}${`${'a,'.repeat(80)}\n`.repeat(LINES)}`)],
    [`lines, ${LINES}`, Buffer.from(HEADING + rows.join(''))],
  ];
}
