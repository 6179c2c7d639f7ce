import { Loader, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconSearch } from '#web/ui/icons/IconSearch.ts';
import { useFound } from '../hooks/use-found.tsx';
import {
  useActionCommands,
  usePageCommands,
  useSettingCommands,
} from '../hooks/use-own-commands.tsx';
import { type Command, matchCommands, stepFrom } from '../model.ts';
import { CommandList } from './CommandList.tsx';
import classes from './CommandPalette.module.css';

const SETTLE_MS = 200;
const MAX_QUERY_LENGTH = 200;

type CommandPaletteProps = { opened: boolean; onClose: () => void };

/** Searches users, transactions, pages and actions, and opens the selected result. */
export default function CommandPalette({ opened, onClose }: CommandPaletteProps) {
  const { t } = useTranslation();
  /** A chosen page receives the focus. If nothing was chosen, the focus returns to the previous element. */
  const [isLeaving, setIsLeaving] = useState(false);
  const choose = (command: Command) => {
    setIsLeaving(true);
    onClose();
    command.run();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onEnterTransitionEnd={() => setIsLeaving(false)}
      returnFocus={!isLeaving}
      withCloseButton={false}
      centered={false}
      yOffset="8dvh"
      size="lg"
      padding={0}
      attributes={{ content: { 'aria-label': t('Search and commands') } }}
    >
      <Palette onChoose={choose} />
    </Modal>
  );
}

/** Mounted on each opening, so that the state is reset. */
function Palette({ onChoose }: { onChoose: (command: Command) => void }) {
  const { t } = useTranslation();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [selectedKey, setSelectedKey] = useState<string>();
  const { groups, isSearching, isFailed } = useGroups(query);
  const commands = groups.flatMap((group) => group.commands);
  // If the selected result has disappeared, the first is selected.
  const selected = commands.find(({ key }) => key === selectedKey) ?? commands[0];
  const selectedId = selected && `${listId}-${selected.key}`;
  useEffect(() => {
    if (selectedId) document.getElementById(selectedId)?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);

  const step = (by: 1 | -1) =>
    setSelectedKey(
      stepFrom(
        commands.map(({ key }) => key),
        selected?.key,
        by,
      ),
    );
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && selected) onChoose(selected);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        role="combobox"
        aria-label={t('Search and commands')}
        aria-expanded={commands.length > 0}
        aria-controls={listId}
        aria-activedescendant={selectedId}
        aria-autocomplete="list"
        placeholder={t('Search')}
        size="lg"
        variant="unstyled"
        className={classes.search}
        leftSection={isSearching ? <Loader size={18} /> : <IconSearch size={20} />}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setSelectedKey(undefined);
        }}
        onKeyDown={press}
        maxLength={MAX_QUERY_LENGTH}
        autoComplete="off"
        data-autofocus
      />
      <CommandList id={listId} groups={groups} selectedKey={selected?.key} onChoose={onChoose} />
      <div role="status" className={classes.status}>
        {isFailed && t('The search failed. Pages and actions still work.')}
        {!isFailed && !isSearching && commands.length === 0 && t('Nothing found')}
      </div>
    </>
  );
}

function useGroups(query: string) {
  const { t } = useTranslation();
  const [settled] = useDebouncedValue(query, SETTLE_MS);
  const pages = usePageCommands();
  const actions = useActionCommands();
  const settings = useSettingCommands();
  const found = useFound(settled);
  const groups = [
    { label: t('Pages'), commands: matchCommands(pages, query) },
    { label: t('Actions'), commands: matchCommands(actions, query) },
    // Only on a search: there are too many to read.
    { label: t('Settings'), commands: query.trim() ? matchCommands(settings, query) : [] },
    ...found.groups,
  ].filter(({ commands }) => commands.length > 0);
  return { ...found, groups, isSearching: found.isSearching || settled !== query };
}
