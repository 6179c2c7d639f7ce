import {
  ActionIcon,
  Badge,
  Group,
  Paper,
  Stack,
  Switch,
  Text,
  Title,
  Tooltip,
} from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { QrCode } from '#contract/qr-codes.ts';
import classes from './QrCodeCard.module.css';
import { QrCodeImage } from './QrCodeImage.tsx';

type QrCodeCardProps = {
  qrCode: QrCode;
  onEdit: () => void;
  onDelete: () => void;
  onToggle: (isActive: boolean) => void;
};

/** A QR code with everything that can be done with it. */
export function QrCodeCard({ qrCode, onEdit, onDelete, onToggle }: QrCodeCardProps) {
  const { t } = useTranslation();
  const { name, description, isActive, imageUrl } = qrCode;
  return (
    <Paper component="li" withBorder p="md" className={classes.card}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Stack gap={2} miw={0}>
          <Title order={3} size="h5" className={classes.text} lineClamp={2}>
            {name}
          </Title>
          <Text size="sm" c="dimmed" className={classes.text} lineClamp={2}>
            {description || t('No description')}
          </Text>
        </Stack>
        <Badge
          color={isActive ? 'green' : 'gray'}
          variant="light"
          tt="none"
          radius="sm"
          flex="none"
        >
          {isActive ? t('Active') : t('Inactive')}
        </Badge>
      </Group>
      <QrCodeImage url={imageUrl} name={name} size="card" />
      <Group justify="space-between" wrap="nowrap" mt="auto">
        <Switch
          label={t('Active')}
          aria-label={t('Active: {{name}}', { name })}
          checked={isActive}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
        <CardActions name={name} onEdit={onEdit} onDelete={onDelete} />
      </Group>
    </Paper>
  );
}

type CardActionsProps = { name: string; onEdit: () => void; onDelete: () => void };

function CardActions({ name, onEdit, onDelete }: CardActionsProps) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" wrap="nowrap">
      <Tooltip label={t('Edit')}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('Edit {{name}}', { name })}
          onClick={onEdit}
        >
          <IconPencil size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('Delete')}>
        <ActionIcon
          variant="light"
          color="red"
          size="lg"
          aria-label={t('Delete {{name}}', { name })}
          onClick={onDelete}
        >
          <IconTrash size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
