import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ACTION_COLORS } from '../state/states.ts';
import { useMayChange } from './EntityPage.tsx';

type EditDeleteButtonsProps = {
  name: string;
  onEdit: () => void;
  onDelete: () => void;
  /** Focuses Edit on mount, to restore the focus after an inline edit. */
  focusEdit?: boolean;
  children?: ReactNode;
};

export function EditDeleteButtons(props: EditDeleteButtonsProps) {
  const { name, onEdit, onDelete, focusEdit = false, children } = props;
  const { t } = useTranslation();
  const mayChange = useMayChange();
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusEdit) edit.current?.focus({ preventScroll: true });
  }, [focusEdit]);
  if (!mayChange) return null;
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {children}
      <Tooltip label={t('Edit')}>
        <ActionIcon
          ref={edit}
          variant="default"
          size="lg"
          aria-label={t('Edit {{name}}', { name })}
          onClick={onEdit}
        >
          <IconPencil size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('Delete')}>
        <ActionIcon
          variant="light"
          color={ACTION_COLORS.destroy}
          size="lg"
          aria-label={t('Delete {{name}}', { name })}
          onClick={onDelete}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
