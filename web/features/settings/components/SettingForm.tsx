import { Button, Group, type Input } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import classes from './SettingForm.module.css';

/** Places the description below the field, so that the button is aligned with the field. */
export const FIELD_ORDER: ComponentProps<typeof Input.Wrapper>['inputWrapperOrder'] = [
  'label',
  'input',
  'description',
  'error',
];

type SettingFormProps<Fields extends object, Problems extends object> = Omit<
  ComponentProps<typeof PageForm<Fields, Problems>>,
  'footer'
> & {
  onDiscard: () => void;
  /** Whether a field has an error, which blocks submitting. */
  isBlocked?: boolean;
  /** Shows the button next to the only field. */
  isOneLine?: boolean;
};

/** Form for the result of `useSettingForm`. Warns if another administrator changed what is being edited. */
export function SettingForm<Fields extends object, Problems extends object>(
  props: SettingFormProps<Fields, Problems>,
) {
  const { t } = useTranslation();
  const { isBlocked = false, isOneLine = false, onSubmit, onDiscard, children, ...rest } = props;
  const button = (
    <SubmitButton
      label={t('Update settings')}
      pendingLabel={t('Updating...')}
      pending={rest.pending}
      disabled={isBlocked}
      mt={isOneLine ? { base: 0, xs: '1.6rem' } : undefined}
      w={{ base: '100%', xs: 'auto' }}
      style={{ alignSelf: 'flex-start' }}
    />
  );
  return (
    <PageForm
      isInOrder
      {...rest}
      footer={isOneLine ? undefined : button}
      onSubmit={(fields) => {
        if (!isBlocked) onSubmit(fields);
      }}
    >
      {rest.form.isOutdated && (
        <StateAlert state="warning" role="status">
          <Group justify="space-between">
            {t('Another admin changed this meanwhile. Updating replaces that change.')}
            <Button size="compact-sm" variant="default" onClick={onDiscard}>
              {t('Discard')}
            </Button>
          </Group>
        </StateAlert>
      )}
      {isOneLine ? (
        <Group align="flex-start" gap="md" className={classes.line}>
          {children}
          {button}
        </Group>
      ) : (
        children
      )}
    </PageForm>
  );
}
