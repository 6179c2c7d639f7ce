import { Button, Group, Paper, SimpleGrid, Skeleton, Title, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { QrCode } from '#contract/qr-codes/schema.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { DeleteDialog } from '../../ui/dialog/DeleteDialog.tsx';
import { useDialogTarget } from '../../ui/dialog/use-dialog-target.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/state/EmptyState.tsx';
import { ErrorState } from '../../ui/state/ErrorState.tsx';
import { useFocusWhenLost } from '../../ui/table/use-focus-when-lost.ts';
import { QrCodeCard } from './QrCodeCard.tsx';
import { QrCodeDialog } from './QrCodeDialog.tsx';
import classes from './QrCodeManagementPage.module.css';
import { useQrCodes, useRemoveQrCode, useToggleQrCode } from './queries.ts';
import { useFailureToast } from './use-failure-toast.ts';
import { useQrCodeForm } from './use-qr-code-form.ts';

const COLUMNS = { base: 1, sm: 2, lg: 3 };
const SKELETONS = ['first', 'second', 'third'];

export function QrCodeManagementPage() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const qrCodes = useQrCodes();
  const dialog = useQrCodeForm();
  const count = qrCodes.data ? number(qrCodes.data.length) : '…';
  return (
    <>
      <PageHeader
        title={t('QR Code Management')}
        subtitle={t('Manage payment QR codes for user deposits')}
      />
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4">
          {t('QR Codes ({{number}})', { number: count })}
        </Title>
        <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => dialog.open()}>
          {t('Add QR Code')}
        </Button>
      </Group>
      <QrCodeList query={qrCodes} onEdit={dialog.open} />
      <QrCodeDialog state={dialog} />
    </>
  );
}

type QrCodeListProps = {
  query: ReturnType<typeof useQrCodes>;
  onEdit: (qrCode: QrCode) => void;
};

function QrCodeList({ query, onEdit }: QrCodeListProps) {
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
  return <QrCodeGrid qrCodes={query.data} onEdit={onEdit} />;
}

type QrCodeGridProps = { qrCodes: QrCode[]; onEdit: (qrCode: QrCode) => void };

function QrCodeGrid({ qrCodes, onEdit }: QrCodeGridProps) {
  const { t } = useTranslation();
  const toggle = useToggleQrCode();
  const deletion = useDialogTarget<QrCode>();
  const list = useFocusWhenLost(deletion.isOpen, qrCodes);
  const toastFailure = useFailureToast();
  return (
    <>
      <SimpleGrid component="ul" cols={COLUMNS} className={classes.grid} {...list}>
        {qrCodes.map((qrCode) => (
          <QrCodeCard
            key={qrCode.id}
            qrCode={qrCode}
            onEdit={() => onEdit(qrCode)}
            onDelete={() => deletion.open(qrCode)}
            onToggle={(isActive) =>
              toggle.mutate(
                { id: qrCode.id, isActive },
                { onError: (error) => toastFailure('update', error) },
              )
            }
          />
        ))}
      </SimpleGrid>
      <DeleteDialog
        deletion={deletion}
        name={deletion.target?.name}
        message={t('Are you sure you want to delete this QR code?')}
        remove={useRemoveQrCode()}
      />
    </>
  );
}

function LoadingCards() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy>
      <VisuallyHidden>{t('Loading...')}</VisuallyHidden>
      <SimpleGrid cols={COLUMNS} aria-hidden>
        {SKELETONS.map((name) => (
          <Skeleton key={name} height={340} radius="lg" />
        ))}
      </SimpleGrid>
    </div>
  );
}
