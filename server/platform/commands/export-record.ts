import type { Database } from '../../db/database.ts';
import type { Actor } from '../auth/gate.ts';
import { recordAudit } from './audit.ts';
import { runCommand } from './command.ts';

const CHAIN = 'exports';

/** A search may be for a full account number. */
function maskNumbers(key: string, value: unknown): unknown {
  if (key !== 'search' || typeof value !== 'string') return value;
  return value.replace(/\d(?:[\s-]?\d){5,}/g, (digits) =>
    digits.slice(-4).padStart(digits.length, '•'),
  );
}

/** Records that somebody begins to download a file. A user's own file is in the user's chain. */
export async function recordExport(
  deps: { db: Database },
  actor: Actor,
  { file, filters }: { file: string; filters: object },
): Promise<void> {
  await runCommand(deps, actor, (tx) =>
    recordAudit(tx, {
      actor,
      entries: [
        {
          chainId: actor.access === 'admin' ? CHAIN : actor.userId,
          action: 'export.create',
          entity: 'export',
          entityId: file,
          before: null,
          after: { filters: JSON.stringify(filters, maskNumbers) },
        },
      ],
    }),
  );
}
