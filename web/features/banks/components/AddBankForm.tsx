import { Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#web/ui/Card.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { IconPlus } from '#web/ui/icons/IconPlus.ts';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { bankProblems, EMPTY_BANK } from '../model.ts';
import { useAddBank, useIncompleteToast } from '../queries.ts';
import { BankCodeField, BankNameField } from './BankFields.tsx';

export function AddBankForm({ hasFocus = false }: { hasFocus?: boolean }) {
  const { t } = useTranslation();
  const fields = useRef<HTMLDivElement>(null);
  const form = useCheckedForm({ initialValues: EMPTY_BANK, findProblems: bankProblems });
  const toastIncomplete = useIncompleteToast();
  const add = useAddBank(() => {
    form.start(EMPTY_BANK);
    fields.current?.querySelector('input')?.focus();
  });
  useEffect(() => {
    if (hasFocus) fields.current?.querySelector('input')?.focus();
  }, [hasFocus]);
  return (
    <Card title={t('Add new bank')} mb="lg">
      <PageForm
        form={form}
        pending={add.isPending}
        failure={add.error}
        onSubmit={(bank) => add.mutate(bank)}
        onRefuse={() => toastIncomplete('add')}
        keepsFocus
      >
        <Stack ref={fields} gap="md">
          <BankNameField form={form} />
          <BankCodeField form={form} />
          <SubmitButton
            label={t('Add Bank')}
            pendingLabel={t('Adding...')}
            pending={add.isPending}
            leftSection={<IconPlus size={16} />}
          />
        </Stack>
      </PageForm>
    </Card>
  );
}
