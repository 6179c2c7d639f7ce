import { Button, List, Text } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskRequest } from '#contract/review/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import type { AdminTransaction, RelatedRequest } from '#contract/transactions/schema.ts';
import { worstGrade } from '#contract/transactions/warnings.ts';
import { useIsClear } from '#web/features/reconciliation/hooks/use-is-clear.ts';
import { useWarningText } from '#web/features/transactions/hooks/use-warning-text.ts';
import { IconShieldCheck } from '#web/ui/icons/IconShieldCheck.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { GRADE_STATES } from '#web/ui/state/states.ts';
import { listCompared } from '../model.ts';
import classes from './Desk.module.css';

type DeskWarningsProps = {
  /** Its warnings are shown until the details have loaded, so that nothing moves then. */
  row: AdminTransaction;
  facts: DeskRequest | undefined;
  compared: RelatedRequest | undefined;
  onCompare: (other: RelatedRequest | undefined) => void;
};

/** Warnings about a request, with the requests to compare it with. */
export const DeskWarnings = memo(function DeskWarnings(props: DeskWarningsProps) {
  const { row, facts, compared, onCompare } = props;
  const { t } = useTranslation();
  const textOf = useWarningText();
  const isClear = useIsClear(row);
  // The desk shows that a request is the reviewer's own next to its buttons.
  const warnings = (facts?.request ?? row).warnings.filter(({ code }) => code !== 'ownRequest');
  if (warnings.length === 0) {
    return (
      facts &&
      isClear && (
        <Text size="sm" c="dimmed">
          <IconShieldCheck size={16} aria-hidden /> {t('Nothing unusual was found')}
        </Text>
      )
    );
  }
  return (
    <StateAlert
      state={GRADE_STATES[worstGrade({ warnings }) ?? 'note']}
      title={t('Check before you decide')}
      classNames={{ root: classes.warned, icon: classes.sign, body: classes.warnedBody }}
    >
      <List size="sm" spacing="3xs" className={classes.warnings}>
        {warnings.map((warning) => (
          <List.Item key={warning.code}>{textOf(warning, row.type)}</List.Item>
        ))}
      </List>
      <CompareButtons others={listCompared(facts)} compared={compared} onCompare={onCompare} />
    </StateAlert>
  );
});

type CompareButtonsProps = Pick<DeskWarningsProps, 'compared' | 'onCompare'> & {
  others: RelatedRequest[];
};

function CompareButtons({ others, compared, onCompare }: CompareButtonsProps) {
  const { t } = useTranslation();
  return others.map((other) => (
    <Button
      key={other.id}
      size="compact-sm"
      variant="subtle"
      classNames={{ root: classes.compare, label: classes.compareLabel }}
      display="block"
      mt="3xs"
      aria-pressed={compared?.id === other.id}
      onClick={() => onCompare(compared?.id === other.id ? undefined : other)}
    >
      {t('Compare with {{amount}}, {{user}}', {
        amount: formatRupees(other.amountPaise),
        user: other.userName,
      })}
    </Button>
  ));
}
