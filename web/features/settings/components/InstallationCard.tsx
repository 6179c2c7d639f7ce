import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAX_BANNER_BYTES,
  MAX_CAROUSEL_SECONDS,
  MIN_CAROUSEL_SECONDS,
} from '#contract/banners/rules.ts';
import { MIN_DEPOSIT } from '#contract/deposits/rules.ts';
import type { GeneralSettings } from '#contract/settings/schema.ts';
import { LANGUAGES } from '#contract/shared/enums.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { MAX_UPLOAD_BYTES } from '#contract/uploads/rules.ts';
import { MIN_PASSWORD_LENGTH, MIN_USERNAME_LENGTH } from '#contract/users/rules.ts';
import { MIN_WITHDRAWAL } from '#contract/withdrawals/rules.ts';
import { orpc } from '#web/lib/api/api.ts';
import { LANGUAGE_NAMES } from '#web/lib/i18n/languages.ts';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { type Detail, DetailsList } from '../../transactions/components/DetailsList.tsx';

const BYTES_PER_MEGABYTE = 1024 * 1024;
/** Brand names, spelled as by their owners. */
const SERVICE_NAMES: Partial<Record<GeneralSettings['translationProvider'], string>> = {
  google: 'Google Translate',
  mymemory: 'MyMemory',
  libretranslate: 'LibreTranslate',
};

/** Read-only facts about the installation and its limits. */
export function InstallationCard() {
  const { t } = useTranslation();
  const titleId = useId();
  const { data, isPending, isLoadingError, refetch } = useQuery(
    orpc.settings.general.queryOptions(),
  );
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby={titleId}>
      <Title order={2} size="h4" id={titleId}>
        {t('Installation')}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {t('About this installation. These values cannot be changed here.')}
      </Text>
      {isPending && <Skeleton height={320} />}
      {isLoadingError && (
        <ErrorState message={t('Failed to load settings')} onRetry={() => void refetch()} />
      )}
      {data && <DetailsList details={[...factsOf(data, t), ...limitsOf(t)]} />}
      {data && data.translationProvider !== 'off' && (
        <Text c="dimmed" size="sm" mt="md">
          {t(
            'Texts that admins write for everyone are sent to the translation service. To switch it off, start the server with {{setting}}.',
            { setting: 'TRANSLATION_PROVIDER=off' },
          )}
        </Text>
      )}
    </Paper>
  );
}

function factsOf(facts: GeneralSettings, t: TFunction): Detail[] {
  const { kind, version } = facts.database;
  const database =
    kind === 'embedded'
      ? t('PostgreSQL {{version}}, embedded', { version })
      : t('PostgreSQL {{version}}, external', { version });
  return [
    { label: t('Product'), value: facts.productName },
    { label: t('Version'), value: facts.version },
    { label: t('Database'), value: database },
    { label: t('Runtime'), value: t('Node.js {{version}}', { version: facts.runtimeVersion }) },
    { label: t('Time zone'), value: 'Asia/Kolkata' },
    {
      label: t('Languages'),
      value: LANGUAGES.map((language) => LANGUAGE_NAMES[language]).join(', '),
    },
    {
      label: t('Translation service'),
      value: SERVICE_NAMES[facts.translationProvider] ?? t('None'),
    },
  ];
}

function limitsOf(t: TFunction): Detail[] {
  const megabytes = (bytes: number) => t('{{number}} MB', { number: bytes / BYTES_PER_MEGABYTE });
  return [
    { label: t('Minimum deposit'), value: formatRupees(MIN_DEPOSIT) },
    { label: t('Minimum withdrawal'), value: formatRupees(MIN_WITHDRAWAL) },
    { label: t('Maximum image size'), value: megabytes(MAX_UPLOAD_BYTES) },
    { label: t('Maximum banner image size'), value: megabytes(MAX_BANNER_BYTES) },
    {
      label: t('Slide duration'),
      value: t('From {{min}} to {{max}} seconds', {
        min: MIN_CAROUSEL_SECONDS,
        max: MAX_CAROUSEL_SECONDS,
        count: MAX_CAROUSEL_SECONDS,
      }),
    },
    {
      label: t('Minimum username length'),
      value: t('{{count}} characters', { count: MIN_USERNAME_LENGTH }),
    },
    {
      label: t('Minimum password length'),
      value: t('{{count}} characters', { count: MIN_PASSWORD_LENGTH }),
    },
  ];
}
