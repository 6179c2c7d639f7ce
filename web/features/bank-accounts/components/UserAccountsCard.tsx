import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserId } from '#contract/shared/base.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { Card } from '#web/ui/Card.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { useAccountsOf } from '../queries.ts';
import classes from './BankAccountCard.module.css';
import { AccountLines } from './BankAccountCard.tsx';

const SKELETON_ROWS = 2;

/** The saved bank accounts of a user, for administrators. */
export function UserAccountsCard({ userId }: { userId: UserId }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
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
      {!data &&
        (accounts.isError ? (
          <ErrorState
            message={errorText(accounts.error, t('Failed to fetch bank accounts'))}
            error={accounts.error}
            onRetry={() => void accounts.refetch()}
          />
        ) : (
          <ListSkeleton rows={SKELETON_ROWS} />
        ))}
    </Card>
  );
}
