import { Group, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { PageForm } from '../../ui/PageForm.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import type { useSavedForm } from '../../ui/use-checked-form.ts';

type OneLineFormProps = Omit<ComponentProps<typeof TextInput>, 'form' | 'onSubmit'> & {
  form: ReturnType<typeof useSavedForm<{ typed: string }>>;
  pending: boolean;
  /** What is wrong with what is typed. */
  problem?: string | false;
  onSubmit: () => void;
};

/** One setting on one line, with its button. What is wrong is said as it is typed. */
export function OneLineForm({ form, pending, problem, onSubmit, ...input }: OneLineFormProps) {
  const { t } = useTranslation();
  return (
    <PageForm
      form={form}
      pending={pending}
      onSubmit={() => {
        if (!problem) onSubmit();
      }}
    >
      <Group align="flex-start" gap="md">
        <TextInput
          autoComplete="off"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...input}
          {...form.field('typed')}
          error={problem}
        />
        <SubmitButton
          label={t('Update Settings')}
          pendingLabel={t('Updating...')}
          pending={pending}
          disabled={Boolean(problem)}
          mt={{ base: 0, xs: '1.6rem' }}
        />
      </Group>
    </PageForm>
  );
}
