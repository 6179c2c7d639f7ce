import { Button, Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/Card.tsx';

/** The way from the settings to the webhooks. */
export function WebhooksCard() {
  const { t } = useTranslation();
  return (
    <Card
      title={t('Webhooks')}
      action={
        <Button
          component={Link}
          to="/admin/settings/webhooks"
          variant="default"
          leftSection={<IconWebhook size={16} stroke={1.75} />}
        >
          {t('Manage webhooks')}
        </Button>
      }
    >
      <Text c="dimmed" size="sm">
        {t('Tell your own systems what happens in the wallet')}
      </Text>
    </Card>
  );
}
