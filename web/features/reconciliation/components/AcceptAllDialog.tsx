import { Center, Loader, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_ACCEPTED_AT_ONCE } from '#contract/reconciliation/rules.ts';
import type { StatementMatch } from '#contract/reconciliation/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { ActionDialog } from '#web/ui/dialog/ActionDialog.tsx';
import { RequestsToCheck } from '../../transactions/components/RequestsToCheck.tsx';
import { useAcceptFlow } from '../hooks/use-accept-flow.ts';
import { useAllCertain } from '../queries.ts';
import { RefusalsDialog } from './RefusalsDialog.tsx';

type AcceptAllDialogProps = { opened: boolean; onClose: () => void };

/** Approves the deposits of all certain matches in one step, after their number and sum were shown. */
export function AcceptAllDialog({ opened, onClose }: AcceptAllDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { number } = useFormat();
  const flow = useAcceptFlow(onClose);
  const certain = useAllCertain(opened);
  const [checkedIds, setCheckedIds] = useState<ReadonlySet<string>>(new Set());
  const found = certain.data ?? [];
  const flagged = found.filter(hasWarnings);
  const matches = found.filter((match) => !hasWarnings(match) || checkedIds.has(match.id));
  const total = matches.reduce((sum, { paise }) => sum + BigInt(paise), 0n);
  const failed = certain.error && errorText(certain.error, t('Failed to load the matches'));
  const isResult = flow.refused.length > 0;
  return (
    <>
      <ActionDialog
        opened={opened && !isResult}
        onClose={onClose}
        title={t('Approve all certain matches')}
        submitLabel={t('Approve all')}
        pendingLabel={t('Approving...')}
        pending={flow.isPending}
        error={failed ?? flow.error}
        submitDisabled={matches.length === 0}
        onSubmit={() => flow.submit(matches)}
        focusSubmit
        size={flagged.length > 0 ? 'lg' : 'md'}
      >
        {certain.isPending && <Loading />}
        {certain.data && (
          <Text role="status">
            {t('{{count}} deposits with {{total}} will be approved.', {
              count: matches.length,
              total: formatRupees(total),
            })}
          </Text>
        )}
        {flagged.length > 0 && (
          <FlaggedMatches
            matches={flagged}
            checkedIds={checkedIds}
            isPending={flow.isPending}
            onToggle={(id) => setCheckedIds(toggled(checkedIds, id))}
          />
        )}
        {found.length === MAX_ACCEPTED_AT_ONCE && (
          <Text size="sm" c="dimmed">
            {t('Up to {{number}} can be decided together', {
              number: number(MAX_ACCEPTED_AT_ONCE),
            })}
          </Text>
        )}
      </ActionDialog>
      <RefusalsDialog
        refused={flow.refused}
        acceptedCount={flow.acceptedCount}
        opened={opened && isResult}
        onClose={() => {
          onClose();
          flow.reset();
        }}
      />
    </>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

const hasWarnings = ({ request }: StatementMatch) => (request?.warnings.length ?? 0) > 0;

function Loading() {
  const { t } = useTranslation();
  return (
    <Center py="md" role="status">
      <Loader aria-hidden />
      <VisuallyHidden>{t('Loading...')}</VisuallyHidden>
    </Center>
  );
}

type FlaggedMatchesProps = {
  matches: StatementMatch[];
  checkedIds: ReadonlySet<string>;
  isPending: boolean;
  onToggle: (id: string) => void;
};

/** Matches whose requests have warnings: each is approved only if it is ticked. */
function FlaggedMatches(props: FlaggedMatchesProps) {
  const { matches, checkedIds, isPending, onToggle } = props;
  const matchOf = new Map(matches.map((match) => [match.request?.id, match.id]));
  const idOf = ({ id }: AdminTransaction) => matchOf.get(id) ?? '';
  return (
    <RequestsToCheck
      rows={matches.flatMap(({ request }) => request ?? [])}
      isChecked={(row) => checkedIds.has(idOf(row))}
      isPending={isPending}
      onToggle={(row) => onToggle(idOf(row))}
    />
  );
}
