import { expect, test } from 'vitest';
import { auditActions } from './audit-actions.ts';

const HEAD = `# Audit actions

Each record of the audit log has an action, whose first part is its entity, and details as they were before and after. A record
may have some of the details. \`contract/audit-actions.ts\` has their schemas. After a change there, write this table by
\`npx vitest run contract/audit-actions.test.ts -u\`.

| actions | details |
|---|---|
`;

test('the documentation lists every audit action with its details', async () => {
  const actionsByDetails = new Map<string, string[]>();
  for (const [action, { entity, details }] of Object.entries(auditActions)) {
    const fields = Object.keys(details.shape).map((field) => `\`${field}\``);
    const listed = action === 'settings.update' ? 'the changed settings' : fields.join(', ');
    const key = `${entity} ${listed}`;
    actionsByDetails.set(key, [...(actionsByDetails.get(key) ?? []), `\`${action}\``]);
  }
  const rows = [...actionsByDetails].map(
    ([key, actions]) => `| ${actions.join(', ')} | ${key.slice(key.indexOf(' ') + 1)} |\n`,
  );
  const docs = new URL('../docs/audit-actions.md', import.meta.url).pathname;
  await expect(HEAD + rows.join('')).toMatchFileSnapshot(docs);
});

test('the prefix of an action is its entity', () => {
  for (const [action, { entity }] of Object.entries(auditActions)) {
    expect(action.startsWith(`${entity}.`), action).toBe(true);
  }
});
