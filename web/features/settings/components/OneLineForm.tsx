import { Group, type Input } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { PageForm } from '#web/ui/form/PageForm.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';

/** Places the description below the field, so that the button is aligned with the field. */
export const FIELD_ORDER: ComponentProps<typeof Input.Wrapper>['inputWrapperOrder'] = [
  'label',
  'input',
  'description',
  'error',
];

type OneLineFormProps<Values extends object> = ComponentProps<typeof PageForm<Values, object>> & {
  pending: boolean;
  /** Validation error; blocks submitting. */
  problem?: string | false;
};

/** Form for one setting, with its button in the same row. Validates while typing. */
export function OneLineForm<Values extends object>(props: OneLineFormProps<Values>) {
  const { t } = useTranslation();
  const { problem, onSubmit, children, ...rest } = props;
  return (
    <PageForm
      {...rest}
      onSubmit={(values) => {
        if (!problem) onSubmit(values);
      }}
    >
      <Group align="flex-start" gap="md">
        {children}
        <SubmitButton
          label={t('Update settings')}
          pendingLabel={t('Updating...')}
          pending={rest.pending}
          disabled={Boolean(problem)}
          mt={{ base: 0, xs: '1.6rem' }}
        />
      </Group>
    </PageForm>
  );
}
