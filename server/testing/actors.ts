import type { UserId } from '#contract/shared/base.ts';
import type { Role } from '#contract/shared/enums.ts';
import type { AdminRole } from '#contract/shared/permissions.ts';
import { newId } from '../base/ids.ts';
import type { Database } from '../db/database.ts';
import { sessions } from '../db/schema/sessions.ts';
import type { Actor } from '../platform/auth/gate.ts';

const NEVER = new Date('9999-12-31T00:00:00Z');

/** Creates an actor with a session, without HTTP. Otherwise only `admit` creates actors. */
export async function buildActor(
  db: Database,
  {
    userId,
    username,
    role,
    adminRole = 'administrator',
  }: { userId: UserId; username: string; role: Role; adminRole?: AdminRole | undefined },
): Promise<Actor> {
  const sessionId = newId();
  await db.orm.insert(sessions).values({
    id: sessionId,
    userId,
    tokenHash: Buffer.from(sessionId),
    createdAt: NEVER,
    lastSeenAt: NEVER,
    expiresAt: NEVER,
  });
  const credential = { kind: 'session', id: sessionId };
  // Only full administrators have it, so that commands notice a lost admin role.
  const isFull = role === 'admin' && adminRole === 'administrator';
  const permission = isFull ? 'users:manage' : undefined;
  const rights = { role, adminRole, access: role, permission };
  const session = { credential, isConfirmed: true, proofKinds: ['password'] };
  const actor = { userId, username, ...rights, ...session, ip: '127.0.0.1' };
  return actor as unknown as Actor;
}
