import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import type { UserDetails } from '#contract/users/schema.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';

/** Name, balance and state of the user, for tabs without the profile. */
export function UserIdentity({ user }: { user: UserDetails }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <span>{`${user.name} · @${user.username}`}</span>
      <Amount paise={user.balancePaise} fw={600} c="bright" />
      {user.heldPaise > 0 && (
        <span>{t('{{held}} on hold', { held: formatRupees(user.heldPaise) })}</span>
      )}
      <StateBadge state={user.status === 'active' ? 'active' : 'deactivated'} />
      {user.isFrozen && <StateBadge state="frozen" />}
    </Group>
  );
}
