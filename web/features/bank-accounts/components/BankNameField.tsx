import { Autocomplete, type OptionsFilter, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_NAME_LENGTH } from '#contract/shared/limits.ts';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
import { localeOf } from '#web/lib/i18n/languages.ts';
import { useTranslated } from '../../translations/use-translated.ts';
import { useBankNames } from '../queries.ts';

type BankNameFieldProps = { value: string; onChange: (name: string) => void; error?: string };

const SUGGESTED_BANKS = 50;

/** Bank name with translated suggestions; any name is allowed. A suggestion fills in the original name. */
export function BankNameField({ value, onChange, error }: BankNameFieldProps) {
  const { t } = useTranslation();
  const { names, isError } = useBankNames();
  const { sorted, shownAs } = useSuggestions(names);
  const filter: OptionsFilter = ({ options, search, limit }) =>
    options
      .filter((option) => {
        const name = 'value' in option ? String(option.value) : '';
        const wanted = search.trim().toLowerCase();
        return `${name} ${shownAs(name)}`.toLowerCase().includes(wanted);
      })
      .slice(0, limit);
  return (
    <Autocomplete
      label={t('Bank name')}
      required
      autoComplete="off"
      maxLength={MAX_NAME_LENGTH}
      data={sorted}
      filter={filter}
      renderOption={({ option }) => (
        <Suggestion name={option.value} shown={shownAs(option.value)} />
      )}
      limit={SUGGESTED_BANKS}
      value={value}
      onChange={onChange}
      error={error}
      description={isError ? t('Failed to load banks') : undefined}
    />
  );
}

function useSuggestions(names: string[]) {
  const translated = useTranslated(names);
  const locale = localeOf(useLanguage());
  const byName = new Map(names.map((name, index) => [name, translated[index] ?? name]));
  const shownAs = (name: string) => byName.get(name) ?? name;
  // Without names, as when the dialog opens: the browser would load its collations before the first paint.
  if (names.length === 0) return { shownAs, sorted: names };
  const { compare } = new Intl.Collator(locale);
  return { shownAs, sorted: names.toSorted((one, other) => compare(shownAs(one), shownAs(other))) };
}

function Suggestion({ name, shown }: { name: string; shown: string }) {
  if (shown === name) return name;
  return (
    <Stack gap={0}>
      <span>{shown}</span>
      <Text span size="xs" c="dimmed">
        {name}
      </Text>
    </Stack>
  );
}
