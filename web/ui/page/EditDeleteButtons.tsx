import { Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconPencil } from '../icons/IconPencil.ts';
import { IconTrash } from '../icons/IconTrash.ts';
import classes from '../table/RowControls.module.css';
import { RowButton } from '../table/RowControls.tsx';
import { NamedRowMenu } from '../table/RowMenu.tsx';
import { useMayChange } from './EntityPage.tsx';

type EditDeleteButtonsProps = {
  name: string;
  onEdit: () => void;
  onDelete: () => void;
  /** Focuses Edit on mount, to restore the focus after an inline edit. */
  focusEdit?: boolean;
  /** The row's main action; then Edit is in the menu. */
  main?: ReactNode;
  children?: ReactNode;
};

/** The actions of a row: one button, and a menu. */
export function EditDeleteButtons(props: EditDeleteButtonsProps) {
  const { name, onEdit, onDelete, focusEdit = false, main, children } = props;
  const { t } = useTranslation();
  const mayChange = useMayChange();
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusEdit) edit.current?.focus({ preventScroll: true });
  }, [focusEdit]);
  if (!mayChange) return null;
  const editing = { text: t('Edit'), label: t('Edit {{name}}', { name }) };
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {children}
      <div className={classes.actions}>
        {main ?? (
          <RowButton ref={edit} aria-label={editing.label} onClick={onEdit}>
            {editing.text}
          </RowButton>
        )}
        <NamedRowMenu
          name={name}
          actions={[
            ...(main ? [{ ...editing, icon: <IconPencil size={18} />, onChoose: onEdit }] : []),
            {
              text: t('Delete'),
              label: t('Delete {{name}}', { name }),
              icon: <IconTrash size={18} />,
              isDanger: true,
              onChoose: onDelete,
            },
          ]}
        />
      </div>
    </Group>
  );
}
