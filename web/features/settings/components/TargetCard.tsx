import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
import { roughDuration } from '#web/lib/i18n/time.ts';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import { SettingCard } from './SettingCard.tsx';
import { SettingForm } from './SettingForm.tsx';

/** Selectable target times in minutes. */
const CHOICES = [15, 30, 60, 180, 360, 720, 1440, 2880, 4320, 10_080];
const SECONDS = 60;

type Target = { targetMinutes: number };

/** Setting for the target time of decisions. */
export function TargetCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Target for decisions')}
      description={t('Requests that wait longer are counted as overdue on the dashboard.')}
      settings={['targetMinutes']}
      height={60}
    >
      {(saved) => <TargetForm saved={saved} />}
    </SettingCard>
  );
}

function TargetForm({ saved }: { saved: Target }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const setting = useSettingForm({
    saved,
    toFields: ({ targetMinutes }: Target) => ({ minutes: String(targetMinutes) }),
    toSettings: ({ minutes }) => ({ targetMinutes: Number(minutes) }),
  });
  // Includes a target that was set through the API, so that it stays selected.
  const choices = [...new Set([...CHOICES, saved.targetMinutes])].sort((a, b) => a - b);
  return (
    <SettingForm {...setting} isOneLine>
      <NativeSelect
        label={t('Time limit for decisions')}
        {...setting.form.field('minutes')}
        data={choices.map((minutes) => ({
          value: String(minutes),
          label: roughDuration(minutes * SECONDS, language),
        }))}
      />
    </SettingForm>
  );
}
