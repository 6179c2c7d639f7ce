import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSupportContact } from '../../lib/page/support-contact.ts';
import { ContactLink } from './ContactLink.tsx';

export function AskSupport({ requestId }: { requestId?: string }) {
  const { t } = useTranslation();
  const contact = useSupportContact();
  if (!contact && !requestId) return null;
  return (
    <Stack gap={0} align="center">
      {contact && (
        <>
          <Text size="sm" c="dimmed">
            {t('Need help? Ask support.')}
          </Text>
          <Group gap="md" justify="center">
            <ContactLink scheme="tel" text={contact.phone} />
            <ContactLink scheme="mailto" text={contact.email} />
          </Group>
        </>
      )}
      {requestId && (
        <Text size="xs" c="dimmed">
          {t('Quote this number to support: {{id}}', { id: requestId })}
        </Text>
      )}
    </Stack>
  );
}
