/** Files whose statements assert their rows, or change rows of a table by hand: how many, and why. */
const ALLOWED: Record<string, [count: number, reason: string]> = {
  'server/backups/backup.ts': [1, "makes a Query of the driver's client"],
  'server/backups/disarm.ts': [4, 'whole tables, and a count in the database'],
  'server/db/database.ts': [1, 'makes the Query of a transaction'],
  'server/db/selection.ts': [1, 'the helper that types rows'],
  'server/embedded-postgres/server-lock.ts': [
    1,
    "the driver's client, before the wallet's database",
  ],
  'server/embedded-postgres/start.ts': [1, "the driver's client, before the wallet's database"],
  'server/embedded-postgres/startup.ts': [1, "the driver's client, before the wallet's database"],
  'server/features/api-keys/api-keys.queries.ts': [2, 'SKIP LOCKED; locks in a CTE'],
  'server/features/approvals/expire-approvals.queries.ts': [1, 'SKIP LOCKED'],
  'server/features/audit/audit-log.queries.ts': [2, 'JSON; a recursive CTE'],
  'server/features/dashboards/open-work.queries.ts': [2, 'UNION of any tables; JSON'],
  'server/features/mails/mail-digests.queries.ts': [1, 'SKIP LOCKED'],
  'server/features/notifications/notifications.queries.ts': [1, 'locks in a CTE'],
  'server/features/reconciliation/match-progress.queries.ts': [1, 'compares with old values'],
  'server/features/recovery/recovery-address.queries.ts': [1, 'returns the old value'],
  'server/features/review/defer-decisions.queries.ts': [1, 'SKIP LOCKED'],
  'server/features/second-factors/second-factors.queries.ts': [1, 'returns the old value'],
  'server/features/sessions/sessions.queries.ts': [1, 'SKIP LOCKED'],
  'server/features/sessions/sign-in-links.queries.ts': [1, 'joins users'],
  'server/features/statements/accept-matches.queries.ts': [1, 'all lines of an import'],
  'server/features/users/end-other-access.queries.ts': [2, 'returns the old value'],
  'server/features/webhooks/send-webhooks.queries.ts': [1, 'seconds with a fraction'],
  'server/features/webhooks/suspend-webhooks.queries.ts': [1, 'locks in a CTE'],
  'server/features/webhooks/webhook-deliveries.queries.ts': [
    1,
    'updates and inserts in one statement',
  ],
  'server/imports/postgres-source.ts': [2, 'a foreign database'],
  'server/imports/shared.ts': [1, 'temporary tables'],
  'server/imports/staging.ts': [2, 'temporary tables'],
  'server/ledger/credit-payments.ts': [2, 'changes its own key; a lateral join'],
  'server/ledger/statement-entries.ts': [1, 'sums by line'],
  'server/ledger/verify/audit-proof.ts': [1, 'details of any action'],
  'server/ledger/verify/audit.ts': [1, 'one JSON text a row, for speed'],
  'server/ledger/verify/scheduled.ts': [1, "makes a Query of the driver's client"],
  'server/ledger/verify/sealed-log.ts': [1, 'two lists of columns'],
  'server/ledger/verify/verify.ts': [1, "makes a Query of the driver's client"],
  'server/platform/events/event-tail.ts': [2, 'positions of transactions'],
  'server/platform/files/orphans.ts': [1, "the driver's client"],
  'server/platform/files/stored-images.ts': [1, 'sums by person'],
  'server/platform/lists/search.ts': [1, 'ids of any table'],
  'server/platform/mail/queue.ts': [1, 'seconds with a fraction'],
  'server/platform/queue/outgoing.queries.ts': [2, 'SKIP LOCKED'],
  'server/platform/secrets/load.ts': [1, 'an array'],
};

const ASSERTED = /\b(?:query|prepared|lock|probe)<(?!Row\b.*\bextends\b)/g;
const TABLE = /\bpgTable\(\s*'([a-z_]+)'/g;

/**
 * Returns every file with more statements than allowed whose rows have an asserted type, or that change rows of a table by hand,
 * instead of `select` and `update` (`server/db/`). `sources`: texts by path from the project's folder.
 */
export function findAssertedRows(sources: ReadonlyMap<string, string>): string[] {
  const files = [...sources].filter(
    ([file]) => file.startsWith('server/') && !/\.test\.|^server\/testing\//.test(file),
  );
  const tables = files.flatMap(([, text]) => [...text.matchAll(TABLE)].map((match) => match[1]));
  const updates = new RegExp(`\\bUPDATE (?:${tables.join('|')})\\b`, 'g');
  return files.flatMap(([file, text]) => {
    const found = [...text.matchAll(ASSERTED), ...text.matchAll(updates)].length;
    const [allowed, reason] = ALLOWED[file] ?? [0, ''];
    if (found === allowed) return [];
    const said = allowed > 0 ? ` (allowed: ${allowed}, ${reason})` : '';
    return `${file}: ${found} statements with asserted rows or a handwritten UPDATE${said}. Use select and update of server/db, or correct scripts/row-rules.ts`;
  });
}
