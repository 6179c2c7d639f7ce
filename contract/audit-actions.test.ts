import { expect, test } from 'vitest';
import { auditActions } from './audit-actions.ts';

const HEAD = `# Audit actions

Each record of the audit log has an action, its entity, and details as they were before and after. A record may have some
of the details. \`contract/audit-actions.ts\` has their schemas. After a change there, write this table by
\`npx vitest run contract/audit-actions.test.ts -u\`.

| action | entity | details |
|---|---|---|
`;

test('the documentation lists every audit action with its details', async () => {
  const rows = Object.entries(auditActions).map(([action, { entity, details }]) => {
    const fields = Object.keys(details.shape).map((field) => `\`${field}\``);
    const listed = action === 'settings.update' ? 'the changed settings' : fields.join(', ');
    return `| \`${action}\` | \`${entity}\` | ${listed} |\n`;
  });
  const docs = new URL('../docs/audit-actions.md', import.meta.url).pathname;
  await expect(HEAD + rows.join('')).toMatchFileSnapshot(docs);
});

test('the prefix of an action is its entity', () => {
  for (const [action, { entity }] of Object.entries(auditActions)) {
    expect(action.startsWith(`${entity}.`), action).toBe(true);
  }
});
