import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnclaimedLine } from '#contract/reconciliation/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { withApprovedReceipt } from '#contract/transactions/warnings.ts';
import { ConfirmDuplicate } from '#web/features/transactions/components/ConfirmDuplicate.tsx';
import { ActionDialog } from '#web/ui/dialog/ActionDialog.tsx';
import type { DialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { SearchField } from '#web/ui/form/SearchField.tsx';
import { type HandMatch, useHandMatch } from '../hooks/use-hand-match.ts';
import type { PartsProblem } from '../model/parts.ts';
import { DepositChoices } from './DepositChoices.tsx';
import { LineCell } from './LineCell.tsx';
import { RefusalsDialog } from './RefusalsDialog.tsx';

type HandMatchDialogProps = { matched: DialogTarget<UnclaimedLine> };

/** Matches received money with one deposit, or divides it between several. */
export function HandMatchDialog({ matched }: HandMatchDialogProps) {
  const { target: line, isOpen } = matched;
  return <HandMatchForm key={`${line?.id} ${isOpen}`} matched={matched} />;
}

function HandMatchForm({ matched }: HandMatchDialogProps) {
  const { t } = useTranslation();
  const { target: line } = matched;
  const hand = useHandMatch(line, matched.close);
  const [search, setSearch] = useState('');
  const isResult = hand.refused.length > 0;
  const duplicates = withApprovedReceipt(hand.parts.map(({ request }) => request));
  const [isComparing, setIsComparing] = useState(false);
  return (
    <>
      <ActionDialog
        opened={matched.isOpen && !isResult}
        onClose={matched.close}
        title={t('Match by hand')}
        submitLabel={t('Match and approve')}
        pendingLabel={t('Approving...')}
        pending={hand.isPending}
        error={hand.error}
        submitDisabled={hand.problem !== undefined}
        onSubmit={() => (duplicates.length > 0 ? setIsComparing(true) : hand.submit())}
        size="lg"
      >
        {line && (
          <>
            <Text fw={600}>{formatRupees(line.unclaimedPaise)}</Text>
            <LineCell line={line} />
            <SearchField
              label={t('Pending deposits')}
              placeholder={t('Search by name, reference, method...')}
              value={search}
              onChange={(text) => setSearch(text.trim())}
            />
            <DepositChoices line={line} search={search} hand={hand} />
            <Rest hand={hand} />
          </>
        )}
      </ActionDialog>
      <ConfirmDuplicate
        rows={duplicates}
        opened={matched.isOpen && isComparing}
        onClose={() => setIsComparing(false)}
        onConfirm={hand.submit}
      />
      <RefusalsDialog
        refused={hand.refused}
        acceptedCount={hand.parts.length - hand.refused.length}
        opened={matched.isOpen && isResult}
        onClose={matched.close}
      />
    </>
  );
}

/** How much of the line is not divided, or what has to be corrected. */
function Rest({ hand }: { hand: HandMatch }) {
  const { t } = useTranslation();
  const { problem, restPaise } = hand;
  const texts: Record<PartsProblem, string> = {
    none: t('Choose one or more deposits.'),
    amount: t('Enter an amount for each chosen deposit.'),
    aboveDeposit: t('A part is higher than the amount of its deposit.'),
    aboveLine: t('The parts are higher than the received amount.'),
  };
  return (
    <Text size="sm" role="status">
      {problem ? texts[problem] : t('{{amount}} remain', { amount: formatRupees(restPaise) })}
    </Text>
  );
}
