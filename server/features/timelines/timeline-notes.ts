import type { UserId } from '#contract/shared/base.ts';
import { MAX_USER_NOTES } from '#contract/timelines/rules.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import {
  deleteNote,
  findNoteOfKey,
  insertNote,
  lockAndCountNotes,
  lockNote,
} from './timeline-notes.queries.ts';

/** Only administrators see it. A repeated call with the same key has no effect. */
export async function addNote(
  deps: Deps,
  actor: Actor,
  { userId, text, requestKey }: { userId: UserId; text: string; requestKey: string },
): Promise<{ id: string }> {
  if (text === '') throw appError('NOTE_REQUIRED');
  return runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    const count = await lockAndCountNotes(tx.query, userId);
    if (count === undefined) throw appError('USER_NOT_FOUND');
    const key = { userId, authorId: actor.userId, requestKey };
    const sent = await findNoteOfKey(tx.query, key);
    if (sent && sent.text !== text) throw appError('IDEMPOTENCY_CONFLICT');
    if (sent) return { id: sent.id };
    if (count >= MAX_USER_NOTES) throw appError('TOO_MANY_NOTES', { limit: MAX_USER_NOTES });
    const id = newId();
    insertNote(tx, { ...key, id, text });
    await recordChange(tx, { actor, userId, id, op: 'insert' });
    return { id };
  });
}

export async function removeNote(
  deps: Deps,
  actor: Actor,
  note: { userId: UserId; id: string },
): Promise<void> {
  await runCommand(deps, { actor, changing: [note.userId] }, async (tx) => {
    const found = await lockNote(tx.query, note);
    if (!found) throw appError('NOTE_NOT_FOUND');
    if (found.authorId !== actor.userId) throw appError('NOTE_OF_ANOTHER');
    await deleteNote(tx.query, note);
    await recordChange(tx, { actor, ...note, op: 'delete' });
  });
}

/** The audit record does not contain the text, because it outlives the user and the note. */
async function recordChange(
  tx: Tx,
  { actor, userId, id, op }: { actor: Actor; userId: UserId; id: string; op: 'insert' | 'delete' },
): Promise<void> {
  const entry = { chainId: userId, action: `note.${op}`, entity: 'note', entityId: id } as const;
  await recordAudit(tx, { actor, entries: [{ ...entry, before: null, after: null }] });
  publish(tx, [{ forAdmins: true, payload: { entity: 'note', op, userId } }]);
}
