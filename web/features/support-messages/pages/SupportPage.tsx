import { Button, Paper, SimpleGrid, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { type Icon, IconMail, IconMessageCircle, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactLink } from '#web/ui/ContactLink.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { useSettings } from '../../settings/queries.ts';
import { OwnConversationList } from '../components/OwnConversationList.tsx';
import { SupportForm } from '../components/SupportForm.tsx';

export function SupportPage() {
  const { t } = useTranslation();
  const service = useSettings(['supportPhone', 'supportEmail']);
  return (
    <>
      <PageHeader
        title={t('Contact Support')}
        subtitle={t('We are here to help with your wallet')}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" mb="lg">
        <Way icon={IconPhone} title={t('Phone support')} hint={t('Available 24/7')}>
          <Address scheme="tel" text={service.data?.supportPhone} />
        </Way>
        <Way icon={IconMail} title={t('Email support')} hint={t('We reply within 24 hours')}>
          <Address scheme="mailto" text={service.data?.supportEmail} />
        </Way>
        <Way
          icon={IconMessageCircle}
          title={t('Live Chat')}
          hint={t('Live chat is not available yet')}
        >
          {/* Focusable although unavailable, so that screen readers announce it with its reason. */}
          <Button
            variant="default"
            size="compact-md"
            data-disabled
            aria-disabled
            aria-describedby="way-live-chat"
          >
            {t('Start Chat')}
          </Button>
        </Way>
      </SimpleGrid>
      {service.isLoadingError && (
        <ErrorState
          message={t('Failed to load settings')}
          error={service.error}
          onRetry={() => void service.refetch()}
        />
      )}
      <Stack gap="lg">
        <SupportForm />
        <OwnConversationList />
      </Stack>
    </>
  );
}

/** Link to a phone number or e-mail address, once loaded. */
function Address({ scheme, text }: { scheme: 'tel' | 'mailto'; text: string | undefined }) {
  if (text === undefined) return <Skeleton height="var(--wallet-touch)" width="10rem" />;
  return <ContactLink scheme={scheme} text={text} />;
}

type WayProps = { icon: Icon; title: string; hint: string; children: ReactNode };

function Way({ icon: ContactIcon, title, hint, children }: WayProps) {
  return (
    <Paper withBorder p="lg" component="section">
      <Stack gap="xs" align="flex-start">
        <ThemeIcon variant="light" size="xl" radius="md" aria-hidden>
          <ContactIcon size={20} />
        </ThemeIcon>
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          <Text
            size="sm"
            c="dimmed"
            id={ContactIcon === IconMessageCircle ? 'way-live-chat' : undefined}
          >
            {hint}
          </Text>
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
