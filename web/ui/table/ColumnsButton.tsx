import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HIDEABLE_COLUMNS } from '#contract/profiles/rules.ts';
import type { ListWithViews } from '#contract/saved-views/rules.ts';
import { IconColumns3 } from '../icons/IconColumns3.ts';
import { useHiddenColumns, useSaveListLayout } from './list-layout.ts';

type ColumnsButtonProps = {
  list: ListWithViews;
  columns: { key: string; header: ReactNode }[];
};

/** Chooses the columns of a list. It is in the head of the table, above the actions. */
export function ColumnsButton({ list, columns }: ColumnsButtonProps) {
  const { t } = useTranslation();
  const hidden = useHiddenColumns(list);
  const save = useSaveListLayout();
  const hideable: readonly string[] = HIDEABLE_COLUMNS[list];
  const choices = columns.filter(({ key }) => hideable.includes(key));
  const toggle = (key: string) => {
    const others = hidden.filter((one) => one !== key);
    save({ columns: { list, hidden: others.length < hidden.length ? others : [...hidden, key] } });
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('Columns')}>
          <IconColumns3 size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Columns')}>
        <Stack gap="xs" role="group" aria-label={t('Columns')}>
          {choices.map(({ key, header }) => (
            <Checkbox
              key={key}
              label={header}
              checked={!hidden.includes(key)}
              onChange={() => toggle(key)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
