import type { UserDetails } from '#contract/users/schema.ts';

export type Protection = 'default' | 'own';

/**
 * Returns why an account can neither be deactivated nor deleted. The last active administrator is always the
 * caller.
 */
export function protectionOf(
  user: Pick<UserDetails, 'id' | 'isDefault'>,
  callerId: string,
): Protection | undefined {
  if (user.isDefault) return 'default';
  return user.id === callerId ? 'own' : undefined;
}
