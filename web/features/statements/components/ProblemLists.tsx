import { Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import type { StatementImport } from '#contract/statements/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { knownLabel, skipLabel } from '../model/labels.ts';
import classes from './Statements.module.css';

type Problems = Pick<
  StatementImport,
  'skippedRows' | 'skipped' | 'gapCount' | 'gaps' | 'recognizedLines' | 'recognized'
>;

/** Rows that were not read and lines of another format, with their reasons, and balances that do not continue. */
export function ProblemLists(problems: Problems) {
  const { skippedRows, skipped, gapCount, gaps, recognizedLines, recognized } = problems;
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <>
      {recognizedLines > 0 && (
        <ProblemList
          title={t('{{count}} lines known from another format', { count: recognizedLines })}
          description={t('They were imported from a file in another format.')}
          isCut={recognized.length < recognizedLines}
        >
          {recognized.map(({ row, reason, text }) => (
            <ProblemRow
              key={`${row} ${text}`}
              row={row}
              reason={knownLabel(t, reason)}
              text={text}
            />
          ))}
        </ProblemList>
      )}
      {skippedRows > 0 && (
        <ProblemList
          title={t('{{count}} rows skipped', { count: skippedRows })}
          description={t('These rows are not payments, or cannot be read.')}
          isCut={skipped.length < skippedRows}
        >
          {skipped.map(({ row, reason, text }) => (
            <ProblemRow key={row} row={row} reason={skipLabel(t, reason)} text={text} />
          ))}
        </ProblemList>
      )}
      {gapCount > 0 && (
        <ProblemList
          title={t('{{count}} gaps in the balance', { count: gapCount })}
          description={t('Rows are missing in the file or were skipped.')}
          isCut={gaps.length < gapCount}
        >
          {gaps.map(({ row, expectedPaise, foundPaise }) => (
            <li key={row}>
              <Text size="sm">
                {t('Row {{row}}: the balance is {{found}} instead of {{expected}}', {
                  row: number(row),
                  found: formatRupees(foundPaise),
                  expected: formatRupees(expectedPaise),
                })}
              </Text>
            </li>
          ))}
        </ProblemList>
      )}
    </>
  );
}

function ProblemRow({ row, reason, text }: { row: number; reason: string; text: string }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <li>
      <Text size="sm">{t('Row {{row}}: {{reason}}', { row: number(row), reason })}</Text>
      <Text size="xs" c="dimmed" className={classes.text}>
        {text}
      </Text>
    </li>
  );
}

type ProblemListProps = { title: string; description: string; isCut: boolean; children: ReactNode };

function ProblemList({ title, description, isCut, children }: ProblemListProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Stack gap="2xs" component="section" aria-labelledby={id}>
      <Text fw={600} id={id}>
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {description}
      </Text>
      <ul className={classes.problems}>{children}</ul>
      {isCut && (
        <Text size="sm" c="dimmed">
          {t('Only the first ones are listed.')}
        </Text>
      )}
    </Stack>
  );
}
