import type { LiveEvent } from '#contract/events/schema.ts';
import type { ChangeKind } from '#contract/notifications/rules.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { MAX_LISTED_ROWS } from '#contract/shared/limits.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { type ChangedConfig, recordConfigChange } from '#server/platform/commands/config-change.ts';
import { requireFreeName } from '#server/platform/commands/names.ts';
import { deleteFiles, insertFile, type StoredFile } from '#server/platform/files/stored-images.ts';
import { requireApproval, runApprovable } from '../approvals/require-approval.ts';
import type { Need } from '../approvals/store-approvals.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import {
  type CatalogueTable,
  countRows,
  deleteRow,
  lockRow,
  saveRow,
  selectActiveRows,
  selectRows,
} from './catalogue.queries.ts';

type CatalogueRow = { id: string; isActive?: boolean };

export interface Catalogue<Row extends CatalogueRow> {
  rows: CatalogueTable<Row>;
  notFound: ErrorCode;
  /** The highest number of listed rows, and the error of one more. By default MAX_LISTED_ROWS and LIST_FULL. */
  limit?: { rows: number; error: ErrorCode };
  /** Set if two listed rows must not have an equal name. */
  uniqueName?: { table: 'banks' | 'sources'; of: (row: Row) => string };
  chainId: string;
  toAudit: (states: { before: Row | null; after: Row | null }) => ChangedConfig;
  toEvent: (change: { op: 'insert' | 'update' | 'delete'; id: string }) => LiveEvent;
  isForAdminsOnly?: boolean;
  /** Called before a row is added or removed, for locks that precede the locks of rows. */
  lockFirst?: (tx: Tx) => Promise<void>;
  /** Called before a row is removed. Throws if a rule requires a second approval of that. */
  beforeRemove?: (tx: Tx, change: { actor: Actor; row: Row }) => Promise<void>;
  onRemove?: (deps: Deps, tx: Tx, row: Row) => Promise<void>;
  /** Set if administrators are notified of changes. */
  notifies?: ChangeKind;
}

interface Change<Row> {
  actor: Actor;
  before: Row | undefined;
  after: Row | undefined;
}

/** Each change is one transaction with its audit record and its event. */
export function defineCatalogue<Row extends CatalogueRow>(catalogue: Catalogue<Row>) {
  const { rows, notFound, uniqueName, lockFirst, beforeRemove, onRemove } = catalogue;
  const { limit = { rows: MAX_LISTED_ROWS, error: 'LIST_FULL' } } = catalogue;

  const requireFree = async (tx: Tx, after: Row, before?: Row): Promise<void> => {
    if (!uniqueName) return;
    const name = uniqueName.of(after);
    // Rows with equal names from before names had to be unique can still be changed.
    if (before && uniqueName.of(before) === name) return;
    await requireFreeName(tx, uniqueName.table, { id: after.id, name });
  };
  const lock = async (tx: Tx, id: string): Promise<Row> => {
    const row = await lockRow(tx.query, rows, id);
    if (!row) throw appError(notFound);
    return row;
  };
  const save = async (tx: Tx, change: Change<Row> & { after: Row }): Promise<Row> => {
    await saveRow(tx.query, rows, { row: change.after, at: tx.at });
    await recordChange(tx, catalogue, change);
    return change.after;
  };

  return {
    save,
    list: ({ db }: Pick<Deps, 'db'>): Promise<Row[]> => selectRows(db.query, rows),
    listIn: ({ query }: Tx): Promise<Row[]> => selectRows(query, rows),
    listActive: ({ db }: Pick<Deps, 'db'>): Promise<Row[]> => selectActiveRows(db.query, rows),
    create: (deps: Deps, actor: Actor, build: (tx: Tx) => Row | Promise<Row>): Promise<Row> =>
      runCommand(deps, actor, async (tx) => {
        await lockFirst?.(tx);
        const after = await build(tx);
        await requireFree(tx, after);
        await save(tx, { actor, before: undefined, after });
        // The audit record has locked the chain of this list: concurrent additions are counted one after another.
        if ((await countRows(tx.query, rows)) > limit.rows)
          throw appError(limit.error, { limit: limit.rows });
        return after;
      }),
    change: (
      deps: Deps,
      actor: Actor,
      { id, build }: { id: string; build: (before: Row, tx: Tx) => Row | Promise<Row> },
    ): Promise<Row> =>
      runApprovable(deps, actor, async (tx) => {
        const before = await lock(tx, id);
        const after = await build(before, tx);
        await requireFree(tx, after, before);
        return save(tx, { actor, before, after });
      }),
    remove: (deps: Deps, actor: Actor, id: string): Promise<void> =>
      runApprovable(deps, actor, async (tx) => {
        await lockFirst?.(tx);
        const before = await lock(tx, id);
        await beforeRemove?.(tx, { actor, row: before });
        await deleteRow(tx.query, rows, { id, at: tx.at });
        await onRemove?.(deps, tx, before);
        await recordChange(tx, catalogue, { actor, before, after: undefined });
      }),
  };
}

async function recordChange<Row extends CatalogueRow>(
  tx: Tx,
  { chainId, toAudit, toEvent, isForAdminsOnly = false, notifies }: Catalogue<Row>,
  { actor, before, after }: Change<Row>,
): Promise<void> {
  const id = (after ?? before)?.id ?? '';
  await recordConfigChange(tx, {
    ...toAudit({ before: before ?? null, after: after ?? null }),
    actor,
    chainId,
    entityId: id,
    isForAdminsOnly,
    event: (op) => toEvent({ op, id }),
  });
  if (notifies) await notifyOfChange(tx, { kind: notifies, actor });
}

/** Requires a second approval of a deletion if the rule for deletions is active. */
export async function requireDeletionApproval(
  tx: Tx,
  { id, ...deletion }: Pick<Need, 'actor' | 'command' | 'change'> & { id: string },
): Promise<void> {
  await requireApproval(tx, { ...deletion, kinds: ['deletion'], input: { id }, targetId: id });
}

/** Stores and deletes the images of a catalogue, whose addresses begin with `path`. */
export function defineImages(path: string) {
  return {
    store: async (
      tx: Tx,
      { actor, image }: { actor: Actor; image: StoredFile },
    ): Promise<string> => {
      await insertFile(tx, { file: image, userId: actor.userId });
      return `${path}${image.id}`;
    },
    remove: (deps: Deps, tx: Tx, url: string): Promise<void> =>
      deleteFiles(deps, tx, [url.slice(path.length)]),
  };
}
