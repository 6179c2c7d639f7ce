import { Button, Paper, SimpleGrid, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { aboutSearch } from '#web/lib/lists/sent-search.ts';
import type { Icon } from '#web/ui/icons/draw-icon.tsx';
import { IconMail } from '#web/ui/icons/IconMail.ts';
import { IconMessageCircle } from '#web/ui/icons/IconMessageCircle.ts';
import { IconPhone } from '#web/ui/icons/IconPhone.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { ContactLink } from '#web/ui/state/ContactLink.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { useSettings } from '../../settings/queries.ts';
import classes from '../components/ContactWay.module.css';
import { OwnConversationList } from '../components/OwnConversationList.tsx';
import { SupportForm } from '../components/SupportForm.tsx';

/** The form is first if it is about a transaction, with which it is filled in. */
export function SupportPage() {
  const { t } = useTranslation();
  const isAbout = aboutSearch(useSearch({ strict: false })).about !== undefined;
  return (
    <>
      <PageHeader
        title={t('Contact Support')}
        subtitle={t('We are here to help with your wallet')}
      />
      <Stack gap="lg">
        {!isAbout && <ContactWays />}
        <SupportForm />
        {isAbout && <ContactWays />}
        <OwnConversationList />
      </Stack>
    </>
  );
}

function ContactWays() {
  const { t } = useTranslation();
  const service = useSettings(['supportPhone', 'supportEmail']);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={{ base: 'xs', sm: 'md' }}>
        <ContactWay icon={IconPhone} title={t('Phone support')} hint={t('Available 24/7')}>
          <Address scheme="tel" text={service.data?.supportPhone} />
        </ContactWay>
        <ContactWay icon={IconMail} title={t('Email support')} hint={t('We reply within 24 hours')}>
          <Address scheme="mailto" text={service.data?.supportEmail} />
        </ContactWay>
        <ContactWay
          icon={IconMessageCircle}
          title={t('Live Chat')}
          hint={t('Live chat is not available yet')}
          hintId="way-live-chat"
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
        </ContactWay>
      </SimpleGrid>
      {service.isLoadingError && (
        <ErrorState
          message={t('Failed to load settings')}
          error={service.error}
          onRetry={() => void service.refetch()}
        />
      )}
    </>
  );
}

/** Link to a phone number or e-mail address, once loaded. */
function Address({ scheme, text }: { scheme: 'tel' | 'mailto'; text: string | undefined }) {
  if (text === undefined) return <Skeleton height="var(--wallet-touch)" width="10rem" />;
  return <ContactLink scheme={scheme} text={text} />;
}

type ContactWayProps = {
  icon: Icon;
  title: string;
  hint: string;
  hintId?: string;
  /** The link or button. */
  children: ReactNode;
};

/** A way to reach support. */
function ContactWay({ icon: ContactIcon, title, hint, hintId, children }: ContactWayProps) {
  return (
    <Paper withBorder component="section" className={classes.way}>
      <ThemeIcon variant="light" size="xl" radius="md" aria-hidden>
        <ContactIcon size={20} />
      </ThemeIcon>
      <div className={classes.texts}>
        <Title order={2} size="h5">
          {title}
        </Title>
        <Text size="sm" c="dimmed" id={hintId}>
          {hint}
        </Text>
      </div>
      <div className={classes.action}>{children}</div>
    </Paper>
  );
}
