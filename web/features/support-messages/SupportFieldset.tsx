import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, SUPPORT_CATEGORIES } from '#contract/rules.ts';
import { ChoiceField } from '../../ui/ChoiceField.tsx';
import type { SupportFields, SupportProblems } from './support-form.ts';
import { useCategoryLabels } from './use-category-labels.ts';

type SupportFieldsetProps = {
  fields: SupportFields;
  problems: SupportProblems;
  disabled: boolean;
  onChange: (part: Partial<SupportFields>) => void;
};

/** The fields of a message with what is wrong with each. */
export function SupportFieldset({ fields, problems, disabled, onChange }: SupportFieldsetProps) {
  const { t } = useTranslation();
  const categories = useCategoryLabels();
  const problemText = (name: keyof SupportFields) => {
    if (!problems[name]) return undefined;
    return problems[name] === 'missing'
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
          disabled={disabled}
          value={fields.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          error={problemText('name')}
        />
        <TextInput
          label={t('Email')}
          required
          type="email"
          autoComplete="email"
          maxLength={MAX_EMAIL_LENGTH}
          disabled={disabled}
          value={fields.email}
          onChange={(event) => onChange({ email: event.currentTarget.value })}
          error={problemText('email')}
        />
        <ChoiceField
          label={t('Issue Category')}
          required
          placeholder={t('Select a category')}
          disabled={disabled}
          choices={SUPPORT_CATEGORIES.map((value) => ({ value, label: categories[value] }))}
          value={fields.category}
          onChange={(category) => onChange({ category })}
          error={problemText('category')}
        />
        <TextInput
          label={t('Subject')}
          required
          autoComplete="off"
          maxLength={200}
          disabled={disabled}
          value={fields.subject}
          onChange={(event) => onChange({ subject: event.currentTarget.value })}
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
        disabled={disabled}
        value={fields.message}
        onChange={(event) => onChange({ message: event.currentTarget.value })}
        error={problemText('message')}
      />
    </>
  );
}
