import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { settingTable } from '#contract/settings/table.ts';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import { SettingCard } from './SettingCard.tsx';
import { FIELD_ORDER, SettingForm } from './SettingForm.tsx';

const RANGE = { maximum: settingTable.undoSeconds.max };

type Undo = { undoSeconds: number };

export function ReviewCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Review of requests')}
      description={t('How long a decision made one by one can be undone before it takes effect.')}
      settings={['undoSeconds']}
      height={60}
    >
      {(saved) => <UndoForm saved={saved} />}
    </SettingCard>
  );
}

function UndoForm({ saved }: { saved: Undo }) {
  const { t } = useTranslation();
  const setting = useSettingForm({
    saved,
    toFields: ({ undoSeconds }: Undo) => ({ typed: String(undoSeconds) }),
    toSettings: ({ typed }) => ({ undoSeconds: Number(typed) }),
  });
  const { form } = setting;
  const typed = form.values.typed.trim();
  const isValid = /^\d{1,3}$/.test(typed) && Number(typed) <= RANGE.maximum;
  const problem = !isValid && t('Please enter a whole number from 0 to {{maximum}}.', RANGE);
  return (
    <SettingForm {...setting} problem={problem} isOneLine>
      <TextInput
        label={t('Time to undo (seconds)')}
        description={t('From 0 to {{maximum}}. With 0, decisions take effect at once.', RANGE)}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        inputWrapperOrder={FIELD_ORDER}
        {...form.field('typed')}
        error={problem}
      />
    </SettingForm>
  );
}
