import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_EMAIL_LENGTH, MAX_PHONE_LENGTH } from '#contract/shared/limits.ts';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import {
  findServiceProblems,
  type ServiceInfo,
  toServiceFields,
  toServiceInfo,
} from '../model/service-form.ts';
import { SettingCard } from './SettingCard.tsx';
import { SettingForm } from './SettingForm.tsx';

/** Settings for the support contact and the duration of withdrawals. */
export function ServiceCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Support and processing time')}
      description={t('Shown on the support page and beside withdrawals.')}
      settings={['supportPhone', 'supportEmail', 'processingTime']}
      height={180}
    >
      {(saved) => <ServiceForm saved={saved} />}
    </SettingCard>
  );
}

function ServiceForm({ saved }: { saved: ServiceInfo }) {
  const { t } = useTranslation();
  const setting = useSettingForm({
    saved,
    toFields: toServiceFields,
    toSettings: toServiceInfo,
    findProblems: findServiceProblems,
  });
  const { form } = setting;
  const { phone, email, range } = form.problems;
  return (
    <SettingForm {...setting}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={t('Support phone')}
          type="tel"
          {...form.field('phone')}
          maxLength={MAX_PHONE_LENGTH}
          error={phone && t('Please enter a valid phone number.')}
          required
        />
        <TextInput
          label={t('Support email')}
          type="email"
          {...form.field('email')}
          maxLength={MAX_EMAIL_LENGTH}
          error={email && t('Please enter a valid email address.')}
          required
        />
        <TextInput
          label={t('Processing time')}
          {...form.field('range')}
          maxLength={5}
          error={range && t('Please enter a number or a range, such as 1-3.')}
          required
        />
        <NativeSelect
          label={t('Unit')}
          {...form.field('unit')}
          data={[
            { value: 'business days', label: t('Business days') },
            { value: 'hours', label: t('Hours') },
          ]}
        />
      </SimpleGrid>
    </SettingForm>
  );
}
