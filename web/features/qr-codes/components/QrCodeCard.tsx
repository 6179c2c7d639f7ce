import { Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrCode } from '#contract/qr-codes/schema.ts';
import { EditDeleteButtons } from '#web/ui/page/EditDeleteButtons.tsx';
import { RowState } from '#web/ui/table/RowControls.tsx';
import classes from './QrCodeCard.module.css';
import { QrCodeImage } from './QrCodeImage.tsx';

type QrCodeCardProps = {
  qrCode: QrCode;
  /** Requests for a second approval of a change. */
  waiting: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
  onToggle: (isActive: boolean) => void;
};

export function QrCodeCard({ qrCode, waiting, onEdit, onDelete, onToggle }: QrCodeCardProps) {
  const { t } = useTranslation();
  const { name, description, isActive, imageUrl, upiId } = qrCode;
  return (
    <Paper component="li" withBorder p="md" className={classes.card}>
      <div className={classes.code}>
        <QrCodeImage url={imageUrl} alt={t('QR code {{name}}', { name })} size="card" />
        <Stack gap="3xs" miw={0} align="flex-start">
          <RowState state={isActive ? 'active' : 'inactive'} />
          <Title order={3} size="h5" className={classes.text} lineClamp={2}>
            {name}
          </Title>
          <Text size="sm" c="dimmed" className={classes.text} lineClamp={2}>
            {description || t('No description')}
          </Text>
          {upiId && (
            <Text className={`${classes.text} ${classes.address}`} translate="no">
              {upiId}
            </Text>
          )}
        </Stack>
      </div>
      {waiting}
      <Group justify="space-between" wrap="nowrap">
        <Switch
          label={t('Active')}
          aria-label={t('Active: {{name}}', { name })}
          checked={isActive}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
        <EditDeleteButtons name={name} onEdit={onEdit} onDelete={onDelete} />
      </Group>
    </Paper>
  );
}
