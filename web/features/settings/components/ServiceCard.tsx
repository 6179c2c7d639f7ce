import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ServiceInfo } from '#contract/settings/schema.ts';
import { MAX_EMAIL_LENGTH, MAX_PHONE_LENGTH } from '#contract/shared/rules.ts';
import { PageForm } from '#web/ui/form/PageForm.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useSavedForm } from '#web/ui/form/use-checked-form.ts';
import { findServiceProblems, toServiceFields, toServiceInfo } from '../model/service-form.ts';
import { useSaveService, useService } from '../queries.ts';
import { SavedSettings } from './SavedSettings.tsx';

/** Settings for the support contact and the duration of withdrawals. */
export function ServiceCard() {
  const { t } = useTranslation();
  return (
    <SavedSettings
      title={t('Support and processing time')}
      description={t('Shown on the support page and beside withdrawals.')}
      saved={useService()}
      height={180}
    >
      {(info) => <ServiceForm saved={info} />}
    </SavedSettings>
  );
}

function ServiceForm({ saved }: { saved: ServiceInfo }) {
  const { t } = useTranslation();
  const form = useSavedForm(toServiceFields(saved), { findProblems: findServiceProblems });
  const save = useSaveService((info) => form.start(toServiceFields(info)));
  const { phone, email, range } = form.problems;
  return (
    <PageForm
      form={form}
      pending={save.isPending}
      failure={save.error}
      onSubmit={(fields) => save.mutate(toServiceInfo(fields))}
      footer={
        <SubmitButton
          label={t('Update settings')}
          pendingLabel={t('Updating...')}
          pending={save.isPending}
        />
      }
    >
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
    </PageForm>
  );
}
