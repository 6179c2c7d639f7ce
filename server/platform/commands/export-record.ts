import type { Database, Tx } from '../../db/database.ts';
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

interface ExportedFile {
  file: string;
  filters: object;
}

/** Records that an administrator begins to download a file. */
export async function recordExport(
  deps: { db: Database },
  actor: Actor,
  exported: ExportedFile,
): Promise<void> {
  await runCommand(deps, actor, (tx) => recordExportIn(tx, actor, exported));
}

/** Records a download in the transaction of its command. A user's own file is in the user's chain. */
export async function recordExportIn(
  tx: Tx,
  actor: Actor,
  { file, filters }: ExportedFile,
): Promise<void> {
  await recordAudit(tx, {
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
  });
}
