import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useStateWords } from '#web/ui/state/use-state-words.ts';
import { useCategoryLabels } from '../../support-messages/hooks/use-category-labels.ts';
import { changesBetween } from '../model/changes.ts';
import { fieldLabel } from '../model/labels.ts';
import { valueInWords, type Wording } from '../model/values.ts';
import classes from './Audit.module.css';

/** A table of the recorded fields that differ. */
export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const { t } = useTranslation();
  const changes = changesBetween(before, after);
  const wording = useWording();
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('No changes were recorded.')}
      </Text>
    );
  }
  return (
    <Table className={classes.changes} withTableBorder>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('Field')}</Table.Th>
          <Table.Th scope="col">{t('Before')}</Table.Th>
          <Table.Th scope="col">{t('After')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map((change) => (
          <Table.Tr key={change.field}>
            <Table.Th scope="row">{fieldLabel(t, change.field)}</Table.Th>
            <ValueCell
              label={t('Before')}
              text={valueInWords(wording, change.field, change.before)}
            />
            <ValueCell
              label={t('After')}
              text={valueInWords(wording, change.field, change.after)}
            />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** On a phone the label is shown in the cell: three columns have no room for an amount. */
function ValueCell({ label, text }: { label: string; text: string | undefined }) {
  return (
    <Table.Td data-label={label} c={text === undefined ? 'dimmed' : undefined}>
      {text ?? '—'}
    </Table.Td>
  );
}

function useWording(): Wording {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  return { t, dateTime, number, statuses: useStateWords(), categories: useCategoryLabels() };
}
