import { Alert, Group, NumberInput, Paper, Skeleton, Text, Title } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_CAROUSEL_SECONDS, MIN_CAROUSEL_SECONDS } from '#contract/rules.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { parseSlideSeconds } from './banner-form.ts';
import { useCarouselSettings, useSaveCarousel } from './queries.ts';

/** How long the users' carousel shows each banner. */
export function CarouselSettingsCard() {
  const { t } = useTranslation();
  const titleId = useId();
  const settings = useCarouselSettings();
  return (
    <Paper component="section" withBorder p="lg" mb="lg" aria-labelledby={titleId}>
      <Title order={2} size="h4" id={titleId}>
        {t('Carousel Settings')}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {t('How long users see each banner before the next one comes.')}
      </Text>
      {settings.isPending && <Skeleton height={60} maw={420} />}
      {settings.isLoadingError && (
        <ErrorState
          message={t('Failed to load carousel settings')}
          onRetry={() => void settings.refetch()}
        />
      )}
      {settings.isRefetchError && (
        <Alert color="orange" mb="md" role="status">
          {t('Failed to load carousel settings')}
        </Alert>
      )}
      {settings.data && <CarouselForm savedSeconds={settings.data.slideSeconds} />}
    </Paper>
  );
}

function CarouselForm({ savedSeconds }: { savedSeconds: number }) {
  const { t } = useTranslation();
  /** Undefined until someone types: the field then follows what another administrator saves. */
  const [typed, setTyped] = useState<string | number>();
  const save = useSaveCarousel(() => setTyped(undefined));
  const slideSeconds = parseSlideSeconds(typed ?? savedSeconds);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (slideSeconds !== undefined) save.mutate({ slideSeconds });
  };
  const range = { min: MIN_CAROUSEL_SECONDS, max: MAX_CAROUSEL_SECONDS };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="md">
        <NumberInput
          label={t('Slide Duration (seconds)')}
          description={t('From {{min}} to {{max}} seconds', range)}
          value={typed ?? savedSeconds}
          onChange={setTyped}
          error={
            slideSeconds === undefined &&
            t('Please enter a whole number from {{min}} to {{max}}', range)
          }
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          {...range}
        />
        <SubmitButton
          label={t('Update Settings')}
          pendingLabel={t('Updating...')}
          pending={save.isPending}
          disabled={slideSeconds === undefined}
          mt={{ base: 0, xs: '1.6rem' }}
        />
      </Group>
    </form>
  );
}
