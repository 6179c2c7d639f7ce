import type { UserDetails } from '#contract/users.ts';

export type Protection = 'default' | 'own';

/**
 * Why an account can be neither deactivated nor deleted. The last active administrator is always the
 * caller's own.
 */
export function protectionOf(
  user: Pick<UserDetails, 'id' | 'isDefault'>,
  callerId: string,
): Protection | undefined {
  if (user.isDefault) return 'default';
  return user.id === callerId ? 'own' : undefined;
}
