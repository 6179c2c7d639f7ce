import { MAX_SAVED_VIEWS } from '#contract/saved-views/rules.ts';
import type { SavedView } from '#contract/saved-views/schema.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { deleteView, insertView, renameView, selectViews } from './saved-views.queries.ts';

export async function listViews({ db }: Pick<Deps, 'db'>, { userId }: Actor): Promise<SavedView[]> {
  return selectViews(db.query, userId);
}

export async function saveView(
  deps: Deps,
  actor: Actor,
  typed: Omit<SavedView, 'id'>,
): Promise<SavedView> {
  if (typed.name === '') throw appError('VIEW_NAME_REQUIRED');
  const { userId } = actor;
  // Locks the user's row, so that the count is exact.
  return runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    if ((await selectViews(tx.query, userId)).length >= MAX_SAVED_VIEWS) {
      throw appError('TOO_MANY_VIEWS', { limit: MAX_SAVED_VIEWS });
    }
    const view = { id: newId(), ...typed };
    insertView(tx, { view, userId });
    return view;
  });
}

export async function changeViewName(
  deps: Deps,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<void> {
  if (name === '') throw appError('VIEW_NAME_REQUIRED');
  await runCommand(deps, actor, async (tx) => {
    const view = { userId: actor.userId, id, name };
    if (!(await renameView(tx.query, view))) throw appError('VIEW_NOT_FOUND');
  });
}

export async function removeView(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    if (!(await deleteView(tx.query, { userId: actor.userId, id })))
      throw appError('VIEW_NOT_FOUND');
  });
}
