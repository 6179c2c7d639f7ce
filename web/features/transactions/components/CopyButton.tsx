import { ActionIcon, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconCopy } from '#web/ui/icons/IconCopy.ts';
import { useCopy } from '#web/ui/use-copy.ts';

export type Copied = {
  kind:
    | 'reference'
    | 'transactionId'
    | 'id'
    | 'amount'
    | 'accountHolder'
    | 'accountNumber'
    | 'ifsc'
    | 'utr';
  value: string;
};

/** Label and toast text of the button. Complete sentences, because some languages inflect the nouns. */
function useCopyTexts(kind: Copied['kind']): { name: string; done: string } {
  const { t } = useTranslation();
  const texts = {
    reference: { name: t('Copy reference'), done: t('Reference copied to clipboard') },
    transactionId: {
      name: t('Copy transaction ID'),
      done: t('Transaction ID copied to clipboard'),
    },
    id: { name: t('Copy ID'), done: t('ID copied to clipboard') },
    amount: { name: t('Copy amount'), done: t('Amount copied to clipboard') },
    accountHolder: {
      name: t('Copy account holder'),
      done: t('Account holder copied to clipboard'),
    },
    accountNumber: {
      name: t('Copy account number'),
      done: t('Account number copied to clipboard'),
    },
    utr: { name: t('Copy UTR'), done: t('UTR copied to clipboard') },
    ifsc: { name: t('Copy IFSC code'), done: t('IFSC code copied to clipboard') },
  };
  return texts[kind];
}

export function CopyButton({ kind, value }: Copied) {
  const { name, done } = useCopyTexts(kind);
  const copy = useCopy();
  return (
    <Tooltip label={name}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={name}
        onClick={() => void copy(value, done)}
      >
        <IconCopy size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
