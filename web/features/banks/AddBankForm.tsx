import { Paper, SimpleGrid, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirstInvalid } from '../../lib/focus.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { BankCodeField, BankNameField } from './BankFields.tsx';
import { EMPTY_BANK, isComplete } from './bank-form.ts';
import { useAddBank, useIncompleteToast } from './queries.ts';

/** Adds a bank that users can choose for their accounts. */
export function AddBankForm() {
  const { t } = useTranslation();
  const titleId = useId();
  const element = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState(EMPTY_BANK);
  const [isRefused, setIsRefused] = useState(false);
  const tellIncomplete = useIncompleteToast();
  const add = useAddBank(() => {
    setForm(EMPTY_BANK);
    element.current?.querySelector('input')?.focus();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsRefused(!isComplete(form));
    if (isComplete(form)) return add.mutate(form);
    tellIncomplete('add');
    focusFirstInvalid(element.current);
  };
  const fields = {
    form,
    onChange: (part: Partial<typeof form>) => setForm({ ...form, ...part }),
    // Not while it is being sent: a disabled field loses the focus.
    disabled: false,
    isRefused,
  };
  return (
    <Paper
      component="form"
      ref={element}
      withBorder
      p="lg"
      mb="lg"
      onSubmit={submit}
      noValidate
      aria-labelledby={titleId}
    >
      <Title order={2} size="h4" id={titleId} mb="md">
        {t('Add New Bank')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" style={{ alignItems: 'end' }}>
        <BankNameField {...fields} />
        <BankCodeField {...fields} />
        <SubmitButton
          label={t('Add Bank')}
          pendingLabel={t('Adding...')}
          pending={add.isPending}
          leftSection={<IconPlus size={16} stroke={2} />}
        />
      </SimpleGrid>
    </Paper>
  );
}
