import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  WEBHOOK_TEST,
  webhookBody,
  webhookEventNames,
  webhookEvents,
  webhookTestData,
} from './webhook-events.ts';

const docs = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');

const EXPLANATION = `The data of a webhook event changed. Receivers in operators' systems rely on it:
- A new event or field is compatible. Accept it by: npx vitest run contract/webhooks/webhook-events.test.ts -u
- A removed, renamed or retyped field breaks receivers. Keep the field, or send the new data as another event.`;

test('the data of every event is as receivers know it', async () => {
  const schemas = Object.fromEntries(
    Object.entries(webhookEvents).map(([name, { data }]) => [name, z.toJSONSchema(data)]),
  );
  const known = new URL('./webhook-events.snap', import.meta.url).pathname;
  // Patterns of dates and ids may change with a version of zod.
  const text = JSON.stringify(schemas, (key, value) => (key === 'pattern' ? undefined : value), 2);
  try {
    await expect(`${text}\n`).toMatchFileSnapshot(known);
  } catch (error) {
    throw new Error(EXPLANATION, { cause: error });
  }
});

test('the documentation lists every event with its fields', () => {
  const byFields = new Map<string, string[]>();
  for (const name of webhookEventNames) {
    const fields = fieldsOf(webhookEvents[name].data);
    byFields.set(fields, [...(byFields.get(fields) ?? []), name]);
  }
  const rows = [...byFields].map(([fields, names]) => `| ${quoted(names)} | ${fields} |`);
  rows.push(`| \`${WEBHOOK_TEST}\` | ${fieldsOf(webhookTestData)} |`);
  expect(docs).toContain(['| event | `data` |', '|---|---|', ...rows, ''].join('\n'));
});

test('the example in the documentation is a valid event', () => {
  const [, example = ''] = /^## Webhooks$.*?^```json\n(.*?)^```$/ms.exec(docs) ?? [];
  const schema = webhookBody('deposit.approved', webhookEvents['deposit.approved'].data.strict());
  expect(schema.safeParse(JSON.parse(example)).error).toBeUndefined();
});

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

function fieldsOf(data: z.ZodObject): string {
  return quoted(Object.keys(data.shape));
}
