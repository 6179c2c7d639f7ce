import { Center, Loader, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_ACCEPTED_AT_ONCE } from '#contract/reconciliation/rules.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { isFlagged } from '#contract/transactions/warnings.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { ActionDialog } from '#web/ui/dialog/ActionDialog.tsx';
import { LeftOutRequests } from '../../transactions/components/LeftOutRequests.tsx';
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
  const found = certain.data ?? [];
  const matches = found.filter(({ request }) => request && !isFlagged(request));
  const leftOut = found.flatMap(({ request }) => (request && isFlagged(request) ? [request] : []));
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
        size={leftOut.length > 0 ? 'lg' : 'md'}
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
        <LeftOutRequests rows={leftOut} />
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

function Loading() {
  const { t } = useTranslation();
  return (
    <Center py="md" role="status">
      <Loader aria-hidden />
      <VisuallyHidden>{t('Loading...')}</VisuallyHidden>
    </Center>
  );
}
