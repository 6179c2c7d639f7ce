import type { UserId } from '#contract/shared/base.ts';
import { type AppError, appError } from '../../base/errors.ts';
import type { Query } from '../../db/database.ts';
import { users } from '../../db/schema/users.ts';
import { type Selected, select, selectionOf } from '../../db/selection.ts';
import type { Actor } from './gate.ts';

const columns = selectionOf(users, 'u', ['id', 'username', 'role', 'status']);
type Subject = Selected<typeof columns>;

/** Returns the user whose money a command concerns: the one that a program acts for, or the actor. */
export function subjectOf({ subjectId, userId }: Actor): UserId {
  return subjectId ?? userId;
}

/** Returns the actor of a command for a user. Throws API_KEY_REQUIRED unless the actor is a program. */
export function actFor(actor: Actor, subjectId: UserId): Actor {
  if (actor.credential.kind !== 'apiKey') throw appError('API_KEY_REQUIRED');
  return { ...actor, subjectId };
}

/** Returns why programs may not act for these actors' users, by actor. The rows of the users are locked. */
export async function findSubjectRefusals(
  query: Query,
  actors: readonly Actor[],
): Promise<Map<Actor, AppError>> {
  const acting = actors.filter(({ subjectId }) => subjectId !== undefined);
  if (acting.length === 0) return new Map();
  const found = await findSubjects(query, acting.map(subjectOf));
  const refusals = acting.flatMap((actor): [Actor, AppError][] => {
    const subject = found.get(subjectOf(actor));
    const refusal = readRefusal(subject) ?? activityRefusal(subject);
    return refusal ? [[actor, refusal]] : [];
  });
  return new Map(refusals);
}

/** Returns the user whose data a program reads. Throws USER_NOT_FOUND or NOT_FOR_ADMIN_ACCOUNTS. */
export async function getSubject(
  query: Query,
  userId: UserId,
): Promise<Subject & { userId: UserId }> {
  const subject = (await findSubjects(query, [userId])).get(userId);
  const refusal = readRefusal(subject);
  if (!subject || refusal) throw refusal ?? appError('USER_NOT_FOUND');
  return { ...subject, userId };
}

async function findSubjects(query: Query, ids: UserId[]): Promise<Map<UserId, Subject>> {
  const rows = await select(
    query,
    columns,
    'FROM users u WHERE id = ANY ($1::uuid[]) AND deleted_at IS NULL',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function readRefusal(subject: Subject | undefined): AppError | undefined {
  if (!subject) return appError('USER_NOT_FOUND');
  return subject.role === 'user' ? undefined : appError('NOT_FOR_ADMIN_ACCOUNTS');
}

function activityRefusal(subject: Subject | undefined): AppError | undefined {
  return subject?.status === 'active' ? undefined : appError('USER_INACTIVE');
}
