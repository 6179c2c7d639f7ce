import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserId } from '#contract/shared/base.ts';
import { Card } from '#web/ui/Card.tsx';
import { ListPlaceholder } from '#web/ui/table/ListPlaceholder.tsx';
import { useAccountsOf } from '../queries.ts';
import classes from './BankAccountCard.module.css';
import { AccountLines } from './BankAccountCard.tsx';

const SKELETON_ROWS = 2;

/** The saved bank accounts of a user, for administrators. */
export function UserAccountsCard({ userId }: { userId: UserId }) {
  const { t } = useTranslation();
  const accounts = useAccountsOf(userId);
  const { data } = accounts;
  return (
    <Card title={t('Bank accounts')}>
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No bank accounts yet')}
        </Text>
      )}
      {data && data.length > 0 && (
        <ul className={classes.lines}>
          {data.map((account) => (
            <li key={account.id}>
              <AccountLines account={account} />
            </li>
          ))}
        </ul>
      )}
      {!data && (
        <ListPlaceholder
          query={accounts}
          failed={t('Failed to fetch bank accounts')}
          rows={SKELETON_ROWS}
        />
      )}
    </Card>
  );
}
