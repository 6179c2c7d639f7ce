import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import { toShownStatus } from '#contract/transactions/rules.ts';
import type { OwnTransactionDetails } from '#contract/transactions/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useProductName } from '#web/lib/page/brand.ts';
import { paths } from '#web/lib/page/paths.ts';
import { ButtonRow } from '#web/ui/ButtonRow.tsx';
import { IconHelpCircle } from '#web/ui/icons/IconHelpCircle.ts';
import { IconRepeat } from '#web/ui/icons/IconRepeat.ts';
import { IconShare } from '#web/ui/icons/IconShare.ts';
import { useStateWords } from '#web/ui/state/use-state-words.ts';
import { toastError } from '#web/ui/toasts.ts';
import { drawReceipt, shareImage } from '../model/shared-image.ts';

type FollowUpsProps = { transaction: OwnTransactionDetails };

const icon = { size: 18, 'aria-hidden': true };

/** Actions after a transaction: send it again, get help, share it. */
export function FollowUps({ transaction }: FollowUpsProps) {
  const { t } = useTranslation();
  const isRejected = transaction.kind === 'request' && transaction.status === 'rejected';
  const form = transaction.type === 'deposit' ? paths.user.deposit : paths.user.withdraw;
  return (
    <ButtonRow>
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
    </ButtonRow>
  );
}

/** Shares an image of the transaction. Saves it where the browser cannot share. */
function ShareButton({ transaction }: FollowUpsProps) {
  const { t } = useTranslation();
  const product = useProductName();
  const linesOf = useSharedLines();
  const share = () => {
    const { title, facts } = linesOf(transaction);
    const image = drawReceipt({ product, title, facts });
    void shareImage(image, `${transaction.referenceId}.png`, [title, ...facts].join('\n')).catch(
      () => toastError({ message: t('The image could not be made. Take a screenshot instead.') }),
    );
  };
  return (
    <Button variant="default" leftSection={<IconShare {...icon} />} onClick={share}>
      {t('Share')}
    </Button>
  );
}

/** Returns a function that lists what an image of a transaction says. */
function useSharedLines() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const words = useStateWords();
  return (transaction: OwnTransactionDetails) => {
    const { type, amountPaise, createdAt, referenceId } = transaction;
    return {
      title: formatRupees(amountPaise),
      facts: [
        `${type === 'deposit' ? t('Deposit') : t('Withdrawal')}: ${words[toShownStatus(transaction)]}`,
        dateTime(createdAt),
        `${t('Reference')}: ${referenceId}`,
      ],
    };
  };
}
