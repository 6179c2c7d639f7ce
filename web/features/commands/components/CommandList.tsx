import { Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command, CommandGroup } from '../model.ts';
import classes from './CommandPalette.module.css';

type CommandListProps = {
  id: string;
  groups: CommandGroup[];
  selectedKey: string | undefined;
  onChoose: (command: Command) => void;
};

/** Listbox of the palette. The text field keeps the focus and references the selected option. */
export function CommandList({ id, groups, ...choice }: CommandListProps) {
  const { t } = useTranslation();
  return (
    <div role="listbox" id={id} className={classes.list} aria-label={t('Results')}>
      {groups.map((group) => (
        <Group key={group.label} group={group} listId={id} {...choice} />
      ))}
    </div>
  );
}

type GroupProps = Omit<CommandListProps, 'id' | 'groups'> & { group: CommandGroup; listId: string };

function Group({ group, listId, selectedKey, onChoose }: GroupProps) {
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed inside a listbox.
    <div role="group" aria-labelledby={labelId}>
      <Text id={labelId} size="xs" fw={600} c="dimmed" className={classes.group}>
        {group.label}
      </Text>
      {group.commands.map((command) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys.
        <div
          key={command.key}
          id={`${listId}-${command.key}`}
          role="option"
          tabIndex={-1}
          aria-selected={command.key === selectedKey}
          className={classes.option}
          // Keeps the focus in the text field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(command)}
        >
          <span className={classes.icon} aria-hidden>
            {command.icon}
          </span>
          <span className={classes.text}>
            <Text component="span" size="sm">
              {command.label}
            </Text>
            {command.description && (
              <Text component="span" size="xs" c="dimmed" truncate>
                {command.description}
              </Text>
            )}
          </span>
        </div>
      ))}
    </div>
  );
}
