import type { UserId } from '#contract/shared/base.ts';
import type { Role } from '#contract/shared/enums.ts';
import type { Database } from '../db/database.ts';
import { sessions } from '../db/schema/sessions.ts';
import type { Actor } from '../platform/auth/gate.ts';
import { newId } from '../platform/runtime/ids.ts';

const NEVER = new Date('9999-12-31T00:00:00Z');

/** Creates an actor with a session, without HTTP. Otherwise only `admit` creates actors. */
export async function buildActor(
  db: Database,
  { userId, username, role }: { userId: UserId; username: string; role: Role },
): Promise<Actor> {
  const sessionId = newId();
  await db.orm.insert(sessions).values({
    id: sessionId,
    userId,
    tokenHash: Buffer.from(sessionId),
    createdAt: new Date(),
    lastSeenAt: NEVER,
    expiresAt: NEVER,
  });
  const credential = { kind: 'session', id: sessionId };
  const actor = { userId, username, role, access: role, credential, ip: '127.0.0.1' };
  return actor as unknown as Actor;
}
