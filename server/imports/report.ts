import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FINDINGS, type Finding, type Findings } from './findings.ts';

const EXAMPLES = 5;

export interface Outcome {
  isDryRun: boolean;
  startedAt: string;
  /** Number of rows imported in this run, by kind. */
  came: Record<string, number>;
}

/** Yields the findings as text: each kind with its first examples. */
export async function* describeFindings(findings: Findings): AsyncGenerator<string> {
  const counts = await findings.counts();
  yield counts.length === 0 ? 'No disagreements.' : 'Disagreements, and what was decided:';
  for (const { kind, count } of counts) {
    yield '';
    yield `${kind} (${count}): ${FINDINGS[kind]}.`;
    for (const finding of await findings.first(kind, EXAMPLES)) yield `    ${describe(finding)}`;
    if (count > EXAMPLES) yield `    ... and ${count - EXAMPLES} more, in the report`;
  }
}

function describe({ table, id, detail }: Finding): string {
  return [`${table} ${id}`, detail].filter((part) => part !== '').join(': ');
}

/** Writes all findings as JSON, readable by its owner only. The file appears when it is complete. */
export async function writeReport(
  file: string,
  outcome: Outcome,
  findings: Findings,
): Promise<void> {
  const counts = Object.fromEntries(
    (await findings.counts()).map(({ kind, count }) => [kind, count]),
  );
  const draft = `${file}.incomplete`;
  await rm(draft, { force: true });
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
  await pipeline(Readable.from(toJson({ ...outcome, counts }, findings)), output);
  await rename(draft, file);
}

async function* toJson(head: object, findings: Findings): AsyncGenerator<string> {
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "disagreements": [`;
  let separator = '\n';
  for await (const { kind, table, id, detail } of findings.all()) {
    yield `${separator}    ${JSON.stringify({ kind, table, id, detail })}`;
    separator = ',\n';
  }
  yield '\n  ]\n}\n';
}
