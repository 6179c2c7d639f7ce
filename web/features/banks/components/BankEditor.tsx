import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCheck } from '#web/ui/icons/IconCheck.ts';
import { IconX } from '#web/ui/icons/IconX.ts';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import type { BankEdit } from '../use-bank-edit.ts';
import { BankCodeField, BankNameField } from './BankFields.tsx';

type EditedProps = { edit: BankEdit; inline?: boolean };

/** Name field of an inline edit; focused on mount. */
export function EditedName({ edit, inline }: EditedProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <SaveOnEnter edit={edit}>
      <div ref={place}>
        <BankNameField form={edit.form} disabled={edit.isPending} inline={inline} />
      </div>
    </SaveOnEnter>
  );
}

export function EditedCode({ edit, inline }: EditedProps) {
  return (
    <SaveOnEnter edit={edit}>
      <BankCodeField form={edit.form} disabled={edit.isPending} inline={inline} />
    </SaveOnEnter>
  );
}

/** Enter saves and Escape cancels: a table row cannot be a form. */
function SaveOnEnter({ edit, children }: { edit: BankEdit; children: ReactNode }) {
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || edit.isPending) return;
    if (event.key === 'Enter') edit.save();
    if (event.key === 'Escape') edit.cancel();
  };
  // biome-ignore lint/a11y/noStaticElementInteractions: the key events come from the field inside.
  return <div onKeyDown={press}>{children}</div>;
}

export function SaveCancelButtons({ edit, name }: { edit: BankEdit; name: string }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Tooltip label={t('Save')}>
        <ActionIcon
          size="lg"
          color={ACTION_COLORS.approve}
          aria-label={t('Save {{name}}', { name })}
          loading={edit.isPending}
          onClick={edit.save}
        >
          <IconCheck size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('Cancel')}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('Cancel editing {{name}}', { name })}
          disabled={edit.isPending}
          onClick={edit.cancel}
        >
          <IconX size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
