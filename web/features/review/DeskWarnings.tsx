import { Button, List, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/money.ts';
import type { DeskRequest, RelatedRequest } from '#contract/review.ts';
import { StateAlert } from '../../ui/StateAlert.tsx';
import classes from './Desk.module.css';
import { type DeskWarning, warningsOf } from './desk-warnings.ts';

type DeskWarningsProps = {
  facts: DeskRequest;
  compared: RelatedRequest | undefined;
  onCompare: (other: RelatedRequest | undefined) => void;
};

/** Warnings about a request, with the requests to compare it with. */
export const DeskWarnings = memo(function DeskWarnings({
  facts,
  compared,
  onCompare,
}: DeskWarningsProps) {
  const { t } = useTranslation();
  const texts = useWarningTexts(facts);
  const warnings = warningsOf(facts);
  if (warnings.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        <IconShieldCheck size={16} stroke={1.75} aria-hidden /> {t('Nothing unusual was found')}
      </Text>
    );
  }
  const others = [...facts.sameReceipt, ...facts.sameAmount].filter(
    (one, at, all) => all.findIndex(({ id }) => id === one.id) === at,
  );
  const isGrave = warnings.some((warning) => warning === 'sameReceipt');
  return (
    <StateAlert state={isGrave ? 'failed' : 'warning'} title={t('Check before you decide')}>
      <List size="sm" spacing="3xs" className={classes.warnings}>
        {warnings.map((warning) => (
          <List.Item key={warning}>{texts[warning]}</List.Item>
        ))}
      </List>
      {others.map((other) => (
        <Button
          key={other.id}
          size="compact-sm"
          variant="subtle"
          classNames={{ root: classes.compare, label: classes.compareLabel }}
          display="block"
          mt="2xs"
          aria-pressed={compared?.id === other.id}
          onClick={() => onCompare(compared?.id === other.id ? undefined : other)}
        >
          {t('Compare with {{amount}}, {{user}}', {
            amount: formatRupees(other.amountPaise),
            user: other.userName,
          })}
        </Button>
      ))}
    </StateAlert>
  );
});

function useWarningTexts(facts: DeskRequest): Record<DeskWarning, string> {
  const { t } = useTranslation();
  const { request, deposits, withdrawals, person } = facts;
  const isDeposit = request.type === 'deposit';
  const average = (isDeposit ? deposits : withdrawals).averagePaise ?? 0;
  return {
    sameReceipt: t('The same picture was sent with another deposit'),
    holderDiffers: t('The account holder is not {{name}}', { name: person.fullName }),
    accountOfOthers: t('Another user has this bank account too'),
    farAboveUsual: t('Far above the usual {{average}}', { average: formatRupees(average) }),
    sameAmount: t('Another pending request has the same amount'),
    inactiveUser: t('The user is deactivated'),
    newAccount: t('Nothing was ever paid to this bank account'),
    first: isDeposit ? t('The first deposit of this user') : t('The first withdrawal of this user'),
  };
}
