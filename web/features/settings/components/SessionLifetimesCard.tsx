import { SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { settingTable } from '#contract/settings/table.ts';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import {
  findLifetimeProblems,
  LIFETIMES,
  type LifetimeFields,
  type LifetimeKey,
  toLifetimeFields,
  toLifetimes,
} from '../model/session-form.ts';
import { SettingCard } from './SettingCard.tsx';
import { FIELD_ORDER, SettingForm } from './SettingForm.tsx';

/** Settings for the lifetimes of sessions by role. */
export function SessionLifetimesCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Duration of sessions')}
      description={t('Applies to open sessions too: one that is older ends immediately.')}
      settings={[...LIFETIMES]}
      height={220}
    >
      {(saved) => <LifetimesForm saved={saved} />}
    </SettingCard>
  );
}

function LifetimesForm({ saved }: { saved: Record<LifetimeKey, number> }) {
  const { t } = useTranslation();
  const setting = useSettingForm<LifetimeKey, LifetimeFields, Partial<Record<LifetimeKey, true>>>({
    saved,
    toFields: toLifetimeFields,
    toSettings: toLifetimes,
    findProblems: findLifetimeProblems,
  });
  const { form } = setting;
  return (
    <SettingForm {...setting}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {LIFETIMES.map((key) => {
          const { min: minimum, max: maximum } = settingTable[key];
          const range = { minimum, maximum };
          return (
            <TextInput
              key={key}
              label={t(settingTable[key].label)}
              description={t('From {{minimum}} to {{maximum}}.', range)}
              inputMode="numeric"
              maxLength={3}
              autoComplete="off"
              inputWrapperOrder={FIELD_ORDER}
              {...form.field(key)}
              error={
                form.problems[key] &&
                t('Please enter a whole number from {{minimum}} to {{maximum}}.', range)
              }
            />
          );
        })}
      </SimpleGrid>
    </SettingForm>
  );
}
