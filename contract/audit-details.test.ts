import { expect, test } from 'vitest';
import { auditDetails } from './audit-details.ts';

const HEAD = `# Audit actions

Each record of the audit log has an action, whose first part is its entity, and details as they were before and after. A record
may have some of the details. \`contract/audit-details.ts\` has their schemas. After a change there, write this table by
\`npx vitest run contract/audit-details.test.ts -u\`.

| actions | details |
|---|---|
`;

test('the documentation lists every audit action with its details', async () => {
  const actionsByDetails = new Map<string, string[]>();
  for (const [action, details] of Object.entries(auditDetails)) {
    const [entity] = action.split('.');
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
