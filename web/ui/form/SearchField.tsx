import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconSearch } from '../icons/IconSearch.ts';
import classes from './SearchField.module.css';

const SEARCH_DELAY_MS = 300;
const MAX_SEARCH_LENGTH = 200;

type SearchFieldProps = {
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  label?: string;
  className?: string;
  /** Only the placeholder is seen. */
  isLabelHidden?: boolean;
};

export function SearchField({ value, onChange, placeholder, ...props }: SearchFieldProps) {
  const { t } = useTranslation();
  const label = props.label ?? t('Search');
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const search = useDebouncedCallback(onChange, SEARCH_DELAY_MS);

  if (value !== shown) {
    setShown(value);
    // The URL has the trimmed text. Only a different text is an external change.
    if (value !== typed.trim()) setTyped(value);
  }

  return (
    <TextInput
      className={props.className}
      type="search"
      {...(props.isLabelHidden
        ? { 'aria-label': label, classNames: { input: classes.narrow } }
        : { label, classNames: { input: classes.wide } })}
      placeholder={placeholder}
      title={typed === '' ? placeholder : undefined}
      leftSection={<IconSearch size={16} />}
      maxLength={MAX_SEARCH_LENGTH}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}
