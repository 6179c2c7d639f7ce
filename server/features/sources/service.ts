import { MIN_SOURCE_NAME_LENGTH } from '#contract/shared/rules.ts';
import type { Source, SourceForm } from '#contract/sources/schema.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { recordConfigChange } from '#server/platform/commands/config-change.ts';
import { lockNames, requireFreeName } from '#server/platform/commands/names.ts';
import { appError } from '#server/platform/runtime/errors.ts';
import { newId } from '#server/platform/runtime/ids.ts';
import {
  findSource,
  lockSource,
  markSourceDeleted,
  saveSource,
  selectActiveSources,
  selectSources,
} from './queries.ts';

export async function listSources({ db }: Deps): Promise<Source[]> {
  return selectSources(db.query);
}

/** Returns the sources that a deposit can be assigned to. */
export async function listActiveSources({ db }: Deps): Promise<{ id: string; name: string }[]> {
  return selectActiveSources(db.query);
}

/** Adds a source. Throws SOURCE_NAME_TOO_SHORT or SOURCE_NAME_TAKEN. */
export async function createSource(deps: Deps, actor: Actor, form: SourceForm): Promise<Source> {
  checkName(form.name);
  const source = { ...form, id: newId(), description: null };
  return runCommand(deps, actor, async (tx) => {
    await requireFreeName(tx, 'sources', source);
    return save(tx, { actor, before: undefined, after: { ...source, createdAt: tx.at } });
  });
}

/**
 * Returns the id of the source with this name, active or not. Creates one if there is none, also once for concurrent
 * calls.
 */
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
  await save(tx, { actor, before: undefined, after });
  return after.id;
}

/** Changes the given fields. Throws SOURCE_NOT_FOUND, SOURCE_NAME_TOO_SHORT or SOURCE_NAME_TAKEN. */
export async function updateSource(
  deps: Deps,
  actor: Actor,
  { id, form }: { id: string; form: Partial<SourceForm> },
): Promise<Source> {
  return runCommand(deps, actor, async (tx) => {
    const before = await lockSource(tx.query, id);
    if (!before) throw appError('SOURCE_NOT_FOUND');
    const after = { ...before, ...form };
    checkName(after.name);
    // Sources with equal names from before names had to be unique can still be enabled and disabled.
    if (after.name !== before.name) await requireFreeName(tx, 'sources', after);
    return save(tx, { actor, before, after });
  });
}

/** Throws SOURCE_NOT_FOUND. */
export async function removeSource(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const before = await lockSource(tx.query, id);
    if (!before) throw appError('SOURCE_NOT_FOUND');
    await markSourceDeleted(tx.query, id, tx.at);
    await recordChange(tx, { actor, before, after: undefined });
  });
}

/** Counts code points: an emoji is one. */
function checkName(name: string): void {
  if ([...name].length < MIN_SOURCE_NAME_LENGTH) throw appError('SOURCE_NAME_TOO_SHORT');
}

interface Change {
  actor: Actor;
  before: Source | undefined;
  after: Source | undefined;
}

async function save(tx: Tx, change: Change & { after: Source }): Promise<Source> {
  await saveSource(tx.query, change.after);
  await recordChange(tx, change);
  return change.after;
}

/** Notifies administrators only: users see no sources. */
async function recordChange(tx: Tx, { actor, before, after }: Change): Promise<void> {
  const entityId = (after ?? before)?.id ?? '';
  await recordConfigChange(tx, {
    actor,
    chainId: 'sources',
    entity: 'source',
    entityId,
    isForAdminsOnly: true,
    before: before ?? null,
    after: after ?? null,
    event: (op) => ({ entity: 'source', op, id: entityId }),
  });
}
