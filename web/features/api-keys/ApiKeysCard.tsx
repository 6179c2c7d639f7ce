import { Button, Paper, Text, Title } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

/** The way from the settings to the API keys. */
export function ApiKeysCard() {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby={titleId}>
      <Title order={2} size="h4" id={titleId}>
        {t('API keys')}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {t('A program that uses a key acts as the admin who created it, within the permissions of the key.')}
      </Text>
      <Button
        component={Link}
        to="/admin/settings/api"
        variant="default"
        leftSection={<IconKey size={16} stroke={1.75} />}
      >
        {t('Manage API keys')}
      </Button>
    </Paper>
  );
}
