import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { orpc } from '#web/lib/api/api.ts';
import { paths } from '#web/lib/page/paths.ts';
import { IconArrowDownLeft } from '#web/ui/icons/IconArrowDownLeft.ts';
import { IconArrowUpRight } from '#web/ui/icons/IconArrowUpRight.ts';
import { IconUser } from '#web/ui/icons/IconUser.ts';
import { useStateWords } from '#web/ui/state/use-state-words.ts';
import { useOpenDesk } from '../../review/list/hooks/use-open-desk.ts';
import type { CommandGroup } from '../model.ts';

const MIN_QUERY_LENGTH = 2;
const SHOWN = 5;

/** Searches users and transactions on the server. */
export function useFound(query: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const openDesk = useOpenDesk();
  const search = query.trim();
  const options = {
    input: { search, limit: SHOWN },
    enabled: search.length >= MIN_QUERY_LENGTH,
    placeholderData: keepPreviousData,
  };
  const users = useQuery(orpc.users.list.queryOptions(options));
  const transactions = useQuery(orpc.transactions.search.queryOptions(options));
  const statusNames = useStateWords();
  const describe = ({ type, amountPaise, userName, status }: AdminTransaction) => {
    const params = {
      amount: formatRupees(amountPaise),
      user: userName,
      status: statusNames[status],
    };
    return type === 'deposit'
      ? t('Deposit of {{amount}}, {{user}}, {{status}}', params)
      : t('Withdrawal of {{amount}}, {{user}}, {{status}}', params);
  };

  const groups: CommandGroup[] = [
    {
      label: t('Users'),
      commands: (users.data?.rows ?? []).map((user) => ({
        key: `user:${user.id}`,
        label: user.name,
        description: `@${user.username}`,
        icon: <IconUser size={18} />,
        run: () => void navigate({ to: paths.admin.user(user.id) }),
      })),
    },
    {
      label: t('Transactions'),
      commands: (transactions.data?.rows ?? []).map((row) => ({
        key: `transaction:${row.id}`,
        label: row.referenceId,
        description: describe(row),
        icon:
          row.type === 'deposit' ? <IconArrowDownLeft size={18} /> : <IconArrowUpRight size={18} />,
        run: () => openDesk(row),
      })),
    },
  ];
  return {
    groups: options.enabled ? groups : [],
    isSearching: options.enabled && (users.isFetching || transactions.isFetching),
    isFailed: options.enabled && (users.isError || transactions.isError),
  };
}
