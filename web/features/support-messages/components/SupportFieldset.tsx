import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '#contract/shared/limits.ts';
import { SUPPORT_CATEGORIES } from '#contract/support-messages/rules.ts';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import type { CheckedForm } from '#web/ui/form/use-checked-form.ts';
import { useCategoryLabels } from '../hooks/use-category-labels.ts';
import type { SupportFields, SupportProblems } from '../model.ts';

type SupportFieldsetProps = { form: CheckedForm<SupportFields, Required<SupportProblems>> };

export function SupportFieldset({ form }: SupportFieldsetProps) {
  const { t } = useTranslation();
  const categories = useCategoryLabels();
  const problemText = (name: keyof SupportFields) => {
    const problem = form.problems[name];
    if (!problem) return undefined;
    return problem === 'missing'
      ? t('Please fill in this field.')
      : t(errorTable.INVALID_EMAIL.message);
  };
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          label={t('Name')}
          required
          autoComplete="name"
          maxLength={MAX_NAME_LENGTH}
          {...form.field('name')}
          error={problemText('name')}
        />
        <TextInput
          label={t('Email')}
          required
          type="email"
          autoComplete="email"
          maxLength={MAX_EMAIL_LENGTH}
          {...form.field('email')}
          error={problemText('email')}
        />
        <ChoiceField
          label={t('Issue category')}
          required
          placeholder={t('Select a category')}
          choices={SUPPORT_CATEGORIES.map((value) => ({ value, label: categories[value] }))}
          {...form.field('category')}
          error={problemText('category')}
        />
        <TextInput
          label={t('Subject')}
          required
          autoComplete="off"
          maxLength={200}
          {...form.field('subject')}
          error={problemText('subject')}
        />
      </SimpleGrid>
      <Textarea
        label={t('Message')}
        required
        autosize
        minRows={5}
        maxRows={14}
        maxLength={4000}
        {...form.field('message')}
        error={problemText('message')}
      />
    </>
  );
}
