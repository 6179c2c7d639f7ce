import { hash } from '@node-rs/argon2';
import type { UserId } from '#contract/shared/base.ts';
import type { Deps } from '../deps/deps.ts';
import { addUser, type NewUser } from '../features/users/users.ts';

/** The cheapest hash of Argon2: the product's cost took an eighth of the tests' time. */
const CHEAPEST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Creates a user on behalf of the system, with a password that is cheap to verify. Throws USERNAME_TAKEN. */
export async function createTestUser(
  { db }: Pick<Deps, 'db'>,
  { password, ...user }: NewUser,
): Promise<UserId> {
  const passwordHash = await hash(password, CHEAPEST);
  return db.transaction((tx) => addUser(tx, { actor: 'system', ...user, passwordHash }));
}
