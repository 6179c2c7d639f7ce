import { Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OVERLAP_ANSWERS, type OverlapAnswer } from '#contract/statements/rules.ts';
import type { StatementReading } from '#contract/statements/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { dayToDate } from '#web/lib/i18n/time.ts';
import { Card } from '#web/ui/Card.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import type { ImportFlow } from '../hooks/use-import-flow.ts';
import { Money } from './Money.tsx';
import classes from './Statements.module.css';

type Overlap = Extract<StatementReading, { kind: 'overlap' }>;
type Pair = Overlap['pairs'][number];
type OverlapFormProps = { overlap: Overlap; flow: ImportFlow };

/** Form for lines that may have been imported from a file in another format. */
export function OverlapForm({ overlap, flow }: OverlapFormProps) {
  const { t } = useTranslation();
  const [answer, setAnswer] = useState<OverlapAnswer>();
  const [exceptPairs, setExceptPairs] = useState<number[]>([]);
  const [isMissing, setIsMissing] = useState(false);
  const labels: Record<OverlapAnswer, string> = {
    same: t('They are the same payments: import them once'),
    other: t('They are other payments: import them too'),
  };
  const toggle = (pair: number) =>
    setExceptPairs((pairs) =>
      pairs.includes(pair) ? pairs.filter((one) => one !== pair) : [...pairs, pair],
    );
  return (
    <Card
      title={t('Were these lines imported before?')}
      description={t(
        'A file in another format has lines of the same day and amount. Nothing else shows whether they are the same payments.',
      )}
      mb="md"
    >
      <Form
        pending={flow.isPending}
        onSubmit={() => {
          setIsMissing(answer === undefined);
          if (answer) flow.answer({ overlap: { digest: overlap.digest, answer, exceptPairs } });
        }}
        footer={
          <SubmitButton
            label={t('Continue')}
            pendingLabel={t('Reading the file...')}
            pending={flow.isPending}
          />
        }
      >
        <Radio.Group
          label={t('{{count}} lines', { count: overlap.count })}
          value={answer ?? null}
          onChange={(chosen) => setAnswer(OVERLAP_ANSWERS.find((one) => one === chosen))}
          error={isMissing && answer === undefined && t('Please choose an answer.')}
          required
        >
          <Stack gap="xs" my="xs">
            {OVERLAP_ANSWERS.map((value) => (
              <Radio key={value} value={value} label={labels[value]} />
            ))}
          </Stack>
        </Radio.Group>
        <Text size="sm" c="dimmed">
          {t('Tick the lines for which the opposite is true.')}
        </Text>
        <ul className={classes.problems}>
          {overlap.pairs.map((pair, at) => (
            <li key={`${pair.row} ${pair.line.paise}`}>
              <Checkbox
                checked={exceptPairs.includes(at)}
                onChange={() => toggle(at)}
                label={<PairLabel pair={pair} />}
              />
            </li>
          ))}
        </ul>
        {overlap.pairs.length < overlap.count && (
          <Text size="sm" c="dimmed">
            {t('Only the first ones are listed.')}
          </Text>
        )}
      </Form>
    </Card>
  );
}

function PairLabel({ pair: { line, stored } }: { pair: Pair }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  return (
    <Stack gap="3xs">
      <Group gap="sm">
        <Text size="sm">{date(dayToDate(line.bookedOn))}</Text>
        <Money row={line} />
      </Group>
      <Text size="sm" className={classes.text}>
        {line.narration || '—'}
      </Text>
      <Text size="sm" c="dimmed" className={classes.text}>
        {t('Imported before: {{text}}', { text: stored.narration || '—' })}
      </Text>
    </Stack>
  );
}
