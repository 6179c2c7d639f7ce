import { Group, NumberInput, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_CAROUSEL_SECONDS, MIN_CAROUSEL_SECONDS } from '#contract/banners/rules.ts';
import { Card } from '#web/ui/Card.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useSavedForm } from '#web/ui/form/use-checked-form.ts';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { parseSlideSeconds } from '../model/banner-form.ts';
import { useCarouselSettings, useSaveCarousel } from '../queries.ts';

export function CarouselSettingsCard() {
  const { t } = useTranslation();
  const settings = useCarouselSettings();
  return (
    <Card
      title={t('Carousel settings')}
      description={t('How long users see each banner before the next one comes.')}
    >
      {settings.isPending && <Skeleton height={60} maw={420} />}
      {settings.isLoadingError && (
        <ErrorState
          message={t('Failed to load carousel settings')}
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      )}
      {settings.isRefetchError && (
        <StateAlert state="warning" mb="md" role="status">
          {t('Failed to load carousel settings')}
        </StateAlert>
      )}
      {settings.data && <CarouselForm savedSeconds={settings.data.slideSeconds} />}
    </Card>
  );
}

function CarouselForm({ savedSeconds }: { savedSeconds: number }) {
  const { t } = useTranslation();
  // Updates when another administrator saves, unless the user is typing.
  const form = useSavedForm<{ slideSeconds: string | number }>({ slideSeconds: savedSeconds });
  const save = useSaveCarousel((saved) => form.start({ slideSeconds: saved }));
  const slideSeconds = parseSlideSeconds(form.values.slideSeconds);
  const range = { min: MIN_CAROUSEL_SECONDS, max: MAX_CAROUSEL_SECONDS };
  return (
    <PageForm
      form={form}
      pending={save.isPending}
      failure={save.error}
      onSubmit={() => {
        if (slideSeconds !== undefined) save.mutate({ slideSeconds });
      }}
    >
      <Group align="flex-start" gap="md">
        <NumberInput
          label={t('Slide duration (seconds)')}
          description={t('From {{min}} to {{max}} seconds', { ...range, count: range.max })}
          {...form.field('slideSeconds')}
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
          label={t('Update settings')}
          pendingLabel={t('Updating...')}
          pending={save.isPending}
          disabled={slideSeconds === undefined}
          mt={{ base: 0, xs: '1.6rem' }}
        />
      </Group>
    </PageForm>
  );
}
