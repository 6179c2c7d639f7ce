import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { findPendingMigrations } from '../db/migrate.ts';
import type { Deps } from '../deps/deps.ts';
import { recordAudit } from '../platform/commands/audit.ts';

/** Records in the audit log that a command changed or exported data. The services that `admin` calls record their changes. */
export async function recordCommand(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  command: string,
): Promise<void> {
  // The table of an older schema may lack columns.
  if ((await findPendingMigrations(db, config.projectDir)).pending.length > 0) return;
  await db.transaction((tx) =>
    recordAudit(tx, {
      actor: COMMAND_LINE,
      entries: [
        {
          chainId: 'commands',
          action: 'command.run',
          entity: 'command',
          entityId: command,
          before: null,
          after: null,
        },
      ],
    }),
  );
}
