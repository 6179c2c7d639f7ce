import { Button, Group } from '@mantine/core';
import { IconHelpCircle, IconRepeat, IconShare } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import { toShownStatus } from '#contract/transactions/rules.ts';
import type { OwnTransactionDetails } from '#contract/transactions/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useStateWords } from '#web/ui/state/use-state-words.ts';
import { useCopy } from '#web/ui/use-copy.ts';

type FollowUpsProps = { transaction: OwnTransactionDetails };

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true };

/** Actions after a transaction: send it again, get help, share it. */
export function FollowUps({ transaction }: FollowUpsProps) {
  const { t } = useTranslation();
  const isRejected = transaction.kind === 'request' && transaction.status === 'rejected';
  const form = transaction.type === 'deposit' ? paths.user.deposit : paths.user.withdraw;
  return (
    <Group gap="sm">
      {isRejected && (
        <Button
          leftSection={<IconRepeat {...icon} />}
          renderRoot={(props) => <Link {...props} to={form} search={{ again: transaction.id }} />}
        >
          {t('Send again')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconHelpCircle {...icon} />}
        renderRoot={(props) => (
          <Link {...props} to={paths.user.support} search={{ about: transaction.id }} />
        )}
      >
        {isRejected ? t('Ask support') : t('Get help with this payment')}
      </Button>
      <ShareButton transaction={transaction} />
    </Group>
  );
}

/** Opens the device's list of applications, or copies the text where there is none. */
function ShareButton({ transaction }: FollowUpsProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const words = useStateWords();
  const copy = useCopy();
  const share = () => {
    const { type, amountPaise, createdAt, referenceId } = transaction;
    const text = [
      `${type === 'deposit' ? t('Deposit') : t('Withdrawal')} ${formatRupees(amountPaise)}`,
      words[toShownStatus(transaction)],
      dateTime(createdAt),
      `${t('Reference')}: ${referenceId}`,
    ].join('\n');
    // A person who closes the list of applications has decided against sharing.
    if ('share' in navigator) void navigator.share({ text }).catch(() => {});
    else void copy(text, t('Details copied to clipboard'));
  };
  return (
    <Button variant="default" leftSection={<IconShare {...icon} />} onClick={share}>
      {t('Share')}
    </Button>
  );
}
