import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import { ContactLink } from '#web/ui/state/ContactLink.tsx';
import { useRecoveryOptions } from '../queries.ts';

/** What to do about a forgotten password: a link, or the support contact where the server sends no mails. */
export function ForgottenPassword() {
  const { t } = useTranslation();
  const { data } = useRecoveryOptions();
  if (data?.isAvailable) {
    return (
      <Anchor data-reached component={Link} to={paths.forgotPassword} size="sm">
        {t('Forgot password?')}
      </Anchor>
    );
  }
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('Forgot your password? Ask support to set a new one for you.')}
      </Text>
      {data && <SupportContact phone={data.supportPhone} email={data.supportEmail} />}
    </Stack>
  );
}

export function SupportContact({ phone, email }: { phone: string; email: string }) {
  return (
    <Group gap="md">
      <ContactLink scheme="tel" text={phone} />
      <ContactLink scheme="mailto" text={email} />
    </Group>
  );
}
