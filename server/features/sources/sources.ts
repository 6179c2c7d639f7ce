import { MIN_SOURCE_NAME_LENGTH } from '#contract/sources/rules.ts';
import type { Source, SourceForm } from '#contract/sources/schema.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import { sources as table } from '#server/db/schema/sources.ts';
import { selectionOf } from '#server/db/selection.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { lockNames } from '#server/platform/commands/names.ts';
import { defineCatalogue, requireDeletionApproval } from '../catalogue/catalogue.ts';
import { findSource } from './sources.queries.ts';

/** Only administrators receive the events: users see no sources. Deposits keep the name of a deleted source. */
const sources = defineCatalogue({
  rows: {
    table,
    columns: selectionOf(table, 't', ['id', 'name', 'description', 'isActive', 'createdAt']),
    isListed: 'deleted_at IS NULL',
    order: 'created_at DESC, id DESC',
    deletion: 'marked',
  },
  notFound: 'SOURCE_NOT_FOUND',
  uniqueName: { table: 'sources', of: ({ name }) => name },
  chainId: 'sources',
  toAudit: (states) => ({ entity: 'source', ...states }),
  toEvent: (change) => ({ entity: 'source', ...change }),
  beforeRemove: (tx, { actor, row }) =>
    requireDeletionApproval(tx, {
      ...{ actor, command: 'sources.remove', id: row.id },
      change: { action: 'source.delete', entity: 'source', before: row, after: null },
    }),
  isForAdminsOnly: true,
});

export const listSources = sources.list;

export async function listActiveSources(deps: Deps): Promise<{ id: string; name: string }[]> {
  return (await sources.listActive(deps)).map(({ id, name }) => ({ id, name }));
}

export async function createSource(deps: Deps, actor: Actor, form: SourceForm): Promise<Source> {
  checkName(form.name);
  return sources.create(deps, actor, (tx) => ({
    ...form,
    id: newId(),
    description: null,
    createdAt: tx.at,
  }));
}

/** Finds inactive ones too. Concurrent calls create one. */
export async function findOrCreateSource(
  tx: Tx,
  { actor, name, description }: { actor: Actor; name: string; description: string },
): Promise<string> {
  const found = await findSource(tx.query, name);
  if (found) return found;
  await lockNames(tx.query, 'sources');
  const foundMeanwhile = await findSource(tx.query, name);
  if (foundMeanwhile) return foundMeanwhile;
  const after = { id: newId(), name, description, isActive: true, createdAt: tx.at };
  await sources.save(tx, { actor, before: undefined, after });
  return after.id;
}

export async function updateSource(
  deps: Deps,
  actor: Actor,
  { id, form }: { id: string; form: Partial<SourceForm> },
): Promise<Source> {
  return sources.change(deps, actor, {
    id,
    build: (before) => {
      const after = { ...before, ...form };
      checkName(after.name);
      return after;
    },
  });
}

export const removeSource = sources.remove;

/** Counts code points: an emoji is one. */
function checkName(name: string): void {
  if ([...name].length < MIN_SOURCE_NAME_LENGTH) throw appError('SOURCE_NAME_TOO_SHORT');
}
