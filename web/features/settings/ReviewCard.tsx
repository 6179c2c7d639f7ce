import { Group, Skeleton, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_UNDO_SECONDS } from '#contract/rules.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageForm } from '../../ui/PageForm.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useSavedForm } from '../../ui/use-checked-form.ts';
import { useReviewSettings, useSaveReviewSettings } from './queries.ts';

/** How requests are reviewed, for an administrator to change. */
export function ReviewCard() {
  const { t } = useTranslation();
  const { data, isPending, isLoadingError, refetch } = useReviewSettings();
  return (
    <Card
      title={t('Review of requests')}
      description={t('How long a decision made one by one can be undone before it takes effect.')}
    >
      {isPending && <Skeleton height={60} maw={420} />}
      {isLoadingError && (
        <ErrorState message={t('Failed to load settings')} onRetry={() => void refetch()} />
      )}
      {data && <UndoForm savedSeconds={data.undoSeconds} />}
    </Card>
  );
}

function UndoForm({ savedSeconds }: { savedSeconds: number }) {
  const { t } = useTranslation();
  const form = useSavedForm({ seconds: String(savedSeconds) });
  const save = useSaveReviewSettings(({ undoSeconds }) =>
    form.start({ seconds: String(undoSeconds) }),
  );
  const typed = form.values.seconds.trim();
  const undoSeconds = /^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN;
  const isValid = undoSeconds <= MAX_UNDO_SECONDS;
  const range = { maximum: MAX_UNDO_SECONDS };
  return (
    <PageForm
      form={form}
      pending={save.isPending}
      onSubmit={() => {
        if (isValid) save.mutate({ undoSeconds });
      }}
    >
      <Group align="flex-start" gap="md">
        <TextInput
          label={t('Seconds to undo')}
          description={t('From 0 to {{maximum}}. With 0, decisions take effect at once.', range)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          {...form.field('seconds')}
          error={!isValid && t('Please enter a whole number from 0 to {{maximum}}.', range)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <SubmitButton
          label={t('Update Settings')}
          pendingLabel={t('Updating...')}
          pending={save.isPending}
          disabled={!isValid}
          mt={{ base: 0, xs: '1.6rem' }}
        />
      </Group>
    </PageForm>
  );
}
