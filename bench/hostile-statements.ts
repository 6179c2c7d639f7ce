import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  buildBomb,
  buildLyingBomb,
  buildSheet,
  buildWorkbook,
  ENTITIES,
} from '../server/testing/hostile-statements.ts';
import { upload } from '../server/testing/upload.ts';
import { signInAdmin } from './calls.ts';
import { startOthers } from './others.ts';
import { report } from './report.ts';
import { quantile } from './statistics.ts';
import { type BenchServer, openBenchWorld, startServer } from './world.ts';

/** 250 requests of others a file, so that the p99 is more than their longest wait. */
const MEASURED_MS = 10_000;
const HEADING = 'Date,Narration,Debit,Credit,Balance\n';
const LINES = 90_000;
/** Different amounts of a large file. */
const AMOUNTS = 5000;

/**
 * Measures the latency of other requests while each hostile statement is imported again and again, and the time until the
 * response. With words, only of the files whose name contains one of them.
 */
export async function benchHostileStatements(words: string[]): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('hostile_statements');
    const server = await startServer(world.urlOf('hostile_statements'));
    try {
      const cookies = await signInAdmin(server.baseUrl, '');
      const files = (await buildFiles()).filter(
        ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
      );
      const figures: Record<string, number> = {};
      const quiet: number[] = [];
      await measure(server, { cookies, during: () => sleep(MEASURED_MS / 2) });
      for (const file of files) {
        // Before each file, because other programs of the machine are not always as busy.
        quiet.push(...(await measure(server, { cookies, during: () => sleep(MEASURED_MS / 2) })));
        const responses: Response[] = [];
        const during = () => importAgain(server, { cookies, file, responses });
        const waits = await measure(server, { cookies, during });
        figures[`response to ${file.name}, seconds`] =
          Math.max(...responses.map(({ ms }) => ms)) / 1000;
        const refused = responses.filter(({ status }) => status !== file.status).length;
        if (file.status === 200) {
          figures[`${file.name}: refused at the deadline of ${responses.length}`] = refused;
        }
        figures[`others' p99 with ${file.name}, ms`] = quantile(waits, 0.99);
      }
      quiet.sort((a, b) => a - b);
      figures["others' p50 without, ms"] = quantile(quiet, 0.5);
      figures["others' p99 without, ms"] = quantile(quiet, 0.99);
      await report('hostile-statements', `${files.length} files, one after another`, figures);
    } finally {
      await server.stop();
    }
  } finally {
    await world.close();
  }
}

async function measure(
  server: BenchServer,
  { cookies, during }: { cookies: string; during: () => Promise<void> },
): Promise<number[]> {
  const stop = await startOthers(server.baseUrl, cookies);
  await during();
  return stop();
}

interface Response {
  ms: number;
  status: number;
}

interface Hostile {
  name: string;
  body: Buffer;
  status: number;
}

/** Imports a file until the time is over. Each that has lines gets a new account, where no line is known. */
async function importAgain(
  server: BenchServer,
  { cookies, file, responses }: { cookies: string; file: Hostile; responses: Response[] },
): Promise<void> {
  let accountId = await addAccount(server, { cookies, name: `Account of ${file.name}` });
  const endsAt = performance.now() + MEASURED_MS;
  while (performance.now() < endsAt) {
    if (file.status === 200) {
      const name = `Account ${responses.length} of ${file.name}`;
      accountId = await addAccount(server, { cookies, name });
    }
    const form = { accountId, fileName: 'a.csv', isImport: true };
    const startedAt = performance.now();
    const sent = { cookie: cookies, path: '/files/statements', form, body: file.body };
    const { status } = await upload(server, sent);
    // A busy machine refuses the lines at the deadline.
    if (status !== file.status && status !== 400) {
      throw new Error(`The response to ${file.name} was ${status}`);
    }
    responses.push({ ms: performance.now() - startedAt, status });
  }
}

async function addAccount(
  { baseUrl }: BenchServer,
  { cookies: cookie, name }: { cookies: string; name: string },
): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/statements/accounts`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name, lastFour: null, isActive: true }),
  });
  if (!response.ok) throw new Error(`The account was refused: ${response.status}`);
  const { id } = (await response.json()) as { id: string };
  return id;
}

async function buildFiles(): Promise<Hostile[]> {
  const columns = `<row r="1">${'<c><v>1</v></c>'.repeat(1e6)}</row>`;
  const refused: [name: string, file: Buffer][] = [
    ['a zip bomb', await buildBomb()],
    ['a zip bomb that declares one byte', await buildLyingBomb()],
    ['a million columns of text', Buffer.from(`${HEADING}${'1,'.repeat(1e6)}`)],
    ['a million columns of a sheet', await buildWorkbook(buildSheet(columns))],
    ['a formula', Buffer.from(`${HEADING}2026-08-13,CASH,,=1+1,2\n`)],
    ['XML entities', await buildWorkbook(`${ENTITIES}${buildSheet('')}`)],
    ['binary in a .csv', randomBytes(15e6)],
    ['millions of cells', Buffer.from(`${HEADING}${`${'a,'.repeat(80)}\n`.repeat(LINES)}`)],
  ];
  return [
    ...refused.map(([name, body]) => ({ name, body, status: 400 })),
    { name: `${LINES} lines`, body: buildLines((n) => 100 + (n % AMOUNTS)), status: 200 },
    { name: `${LINES} lines of one amount`, body: buildLines(() => 1), status: 200 },
  ];
}

function buildLines(amountOf: (n: number) => number): Buffer {
  let balance = 0;
  const rows = Array.from({ length: LINES }, (_, n) => {
    const amount = amountOf(n);
    balance += amount;
    return `2026-08-13,UPI/${621700000000 + n}/A,,${amount}.00,${balance}.00\n`;
  });
  return Buffer.from(HEADING + rows.join(''));
}
