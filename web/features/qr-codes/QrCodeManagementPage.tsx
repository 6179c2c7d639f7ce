import { Paper, SimpleGrid, Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QrCode } from '#contract/qr-codes/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useIsConfirmingDelete } from '#web/ui/dialog/confirm-delete.tsx';
import { EntityPage } from '#web/ui/page/EntityPage.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { useFocusWhenLost } from '#web/ui/table/use-focus-when-lost.ts';
import { type ShowWaiting, useRowApprovals } from '../approvals/components/RowApprovals.tsx';
import { QrCodeCard } from './components/QrCodeCard.tsx';
import { QrCodeDialog } from './components/QrCodeDialog.tsx';
import classes from './QrCodeManagementPage.module.css';
import { useDeleteQrCode, useQrCodeDialog, useQrCodes, useToggleQrCode } from './queries.ts';

const COLUMNS = { base: 1, sm: 2, lg: 3 };
const SKELETONS = ['first', 'second', 'third'];

export function QrCodeManagementPage() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const qrCodes = useQrCodes();
  const dialog = useQrCodeDialog();
  const { showWaiting, dialog: approvalDialog } = useRowApprovals('qrCode');
  const count = qrCodes.data ? number(qrCodes.data.length) : '…';
  return (
    <EntityPage
      permission="payment-details:manage"
      title={t('QR Code Management')}
      subtitle={t('Manage payment QR codes for user deposits')}
      heading={t('QR Codes ({{number}})', { number: count })}
      add={{ label: t('Add QR Code'), onClick: () => dialog.open() }}
    >
      <QrCodeList query={qrCodes} onEdit={dialog.open} showWaiting={showWaiting} />
      <QrCodeDialog dialog={dialog} />
      {approvalDialog}
    </EntityPage>
  );
}

type QrCodeListProps = {
  query: ReturnType<typeof useQrCodes>;
  onEdit: (qrCode: QrCode) => void;
  showWaiting: ShowWaiting;
};

function QrCodeList({ query, ...actions }: QrCodeListProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (query.isPending) return <LoadingCards />;
  if (query.isLoadingError) {
    const message = errorText(query.error, t('Failed to load QR codes'));
    return (
      <ErrorState message={message} error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  if (query.data.length === 0) {
    return (
      <Paper withBorder>
        <EmptyState
          picture="code"
          title={t('No QR Codes')}
          description={t('Upload your first payment QR code to get started')}
        />
      </Paper>
    );
  }
  return <QrCodeGrid qrCodes={query.data} {...actions} />;
}

type QrCodeGridProps = Omit<QrCodeListProps, 'query'> & { qrCodes: QrCode[] };

function QrCodeGrid({ qrCodes, onEdit, showWaiting }: QrCodeGridProps) {
  const toggle = useToggleQrCode();
  const deleteQrCode = useDeleteQrCode();
  const list = useFocusWhenLost(useIsConfirmingDelete(), qrCodes);
  return (
    <SimpleGrid component="ul" cols={COLUMNS} className={classes.grid} {...list}>
      {qrCodes.map((qrCode) => (
        <QrCodeCard
          key={qrCode.id}
          qrCode={qrCode}
          waiting={showWaiting(qrCode.id)}
          onEdit={() => onEdit(qrCode)}
          onDelete={() => deleteQrCode(qrCode)}
          onToggle={(isActive) => toggle.mutate({ id: qrCode.id, isActive })}
        />
      ))}
    </SimpleGrid>
  );
}

function LoadingCards() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy>
      <VisuallyHidden>{t('Loading...')}</VisuallyHidden>
      <SimpleGrid cols={COLUMNS} aria-hidden>
        {SKELETONS.map((name) => (
          <Skeleton key={name} height={190} radius="lg" />
        ))}
      </SimpleGrid>
    </div>
  );
}
