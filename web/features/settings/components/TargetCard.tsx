import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
import { roughDuration } from '#web/lib/i18n/time.ts';
import { useSavedForm } from '#web/ui/form/use-checked-form.ts';
import { useReviewTarget, useSaveReviewTarget } from '../queries.ts';
import { OneLineForm } from './OneLineForm.tsx';
import { SavedSettings } from './SavedSettings.tsx';

/** Selectable target times in minutes. */
const CHOICES = [15, 30, 60, 180, 360, 720, 1440, 2880, 4320, 10_080];
const SECONDS = 60;

/** Setting for the target time of decisions. */
export function TargetCard() {
  const { t } = useTranslation();
  return (
    <SavedSettings
      title={t('Target for decisions')}
      description={t('Requests that wait longer are counted as overdue on the dashboard.')}
      saved={useReviewTarget()}
      height={60}
    >
      {({ targetMinutes }) => <TargetForm savedMinutes={targetMinutes} />}
    </SavedSettings>
  );
}

function TargetForm({ savedMinutes }: { savedMinutes: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const form = useSavedForm({ minutes: String(savedMinutes) });
  const save = useSaveReviewTarget(({ targetMinutes }) =>
    form.start({ minutes: String(targetMinutes) }),
  );
  // Includes a target that was set through the API, so that it stays selected.
  const choices = [...new Set([...CHOICES, savedMinutes])].sort((a, b) => a - b);
  return (
    <OneLineForm
      form={form}
      pending={save.isPending}
      failure={save.error}
      onSubmit={({ minutes }) => save.mutate({ targetMinutes: Number(minutes) })}
    >
      <NativeSelect
        label={t('Time limit for decisions')}
        {...form.field('minutes')}
        data={choices.map((minutes) => ({
          value: String(minutes),
          label: roughDuration(minutes * SECONDS, language),
        }))}
      />
    </OneLineForm>
  );
}
