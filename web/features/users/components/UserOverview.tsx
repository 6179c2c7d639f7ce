import { SimpleGrid } from '@mantine/core';
import type { UserDetails } from '#contract/users/schema.ts';
import { UserAccountsCard } from '../../bank-accounts/components/UserAccountsCard.tsx';
import { UserLevelCard } from '../../verification-limits/components/UserLevelCard.tsx';
import { UserDetailsCard } from './UserDetailsCard.tsx';
import { UserProfileCard } from './UserProfileCard.tsx';

/** Profile, balance, limits and bank accounts of a user. */
export function UserOverview({ user }: { user: UserDetails }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <UserProfileCard user={user} />
      <UserDetailsCard user={user} />
      <UserLevelCard user={user} />
      {user.role === 'user' && <UserAccountsCard userId={user.id} />}
    </SimpleGrid>
  );
}
