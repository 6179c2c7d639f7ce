import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_UNDO_SECONDS } from '#contract/shared/rules.ts';
import { useSavedForm } from '#web/ui/form/use-checked-form.ts';
import { useReviewSettings, useSaveReviewSettings } from '../queries.ts';
import { FIELD_ORDER, OneLineForm } from './OneLineForm.tsx';
import { SavedSettings } from './SavedSettings.tsx';

export function ReviewCard() {
  const { t } = useTranslation();
  return (
    <SavedSettings
      title={t('Review of requests')}
      description={t('How long a decision made one by one can be undone before it takes effect.')}
      saved={useReviewSettings()}
      height={60}
    >
      {({ undoSeconds }) => <UndoForm savedSeconds={undoSeconds} />}
    </SavedSettings>
  );
}

function UndoForm({ savedSeconds }: { savedSeconds: number }) {
  const { t } = useTranslation();
  const form = useSavedForm({ typed: String(savedSeconds) });
  const save = useSaveReviewSettings(({ undoSeconds }) =>
    form.start({ typed: String(undoSeconds) }),
  );
  const typed = form.values.typed.trim();
  const undoSeconds = /^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN;
  const isValid = undoSeconds <= MAX_UNDO_SECONDS;
  const range = { maximum: MAX_UNDO_SECONDS };
  const problem = !isValid && t('Please enter a whole number from 0 to {{maximum}}.', range);
  return (
    <OneLineForm
      form={form}
      pending={save.isPending}
      failure={save.error}
      problem={problem}
      onSubmit={() => save.mutate({ undoSeconds })}
    >
      <TextInput
        label={t('Time to undo (seconds)')}
        description={t('From 0 to {{maximum}}. With 0, decisions take effect at once.', range)}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        inputWrapperOrder={FIELD_ORDER}
        {...form.field('typed')}
        error={problem}
      />
    </OneLineForm>
  );
}
