import { Checkbox, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DATE_ORDERS, type DateOrder } from '#contract/statements/rules.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { dayToDate } from '#web/lib/i18n/time.ts';
import { Card } from '#web/ui/Card.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import type { ImportFlow } from '../hooks/use-import-flow.ts';
import { readBothWays } from '../model/date-question.ts';

type DatesFormProps = { samples: string[]; flow: ImportFlow };

/** Form for the order of day and month, if both are possible. */
export function DatesForm({ samples, flow }: DatesFormProps) {
  const { t } = useTranslation();
  const [order, setOrder] = useState<DateOrder>();
  const [remember, setRemember] = useState(true);
  const [isMissing, setIsMissing] = useState(false);
  const labels = useOrderLabels(samples);
  return (
    <Card
      title={t('How are the dates written?')}
      description={t('The dates of this file have two possible meanings.')}
      mb="md"
    >
      <Form
        pending={flow.isPending}
        onSubmit={() => {
          setIsMissing(order === undefined);
          if (order) flow.answer({ dateOrder: order, remember });
        }}
        footer={
          <SubmitButton
            label={t('Continue')}
            pendingLabel={t('Reading the file...')}
            pending={flow.isPending}
          />
        }
      >
        <Text size="sm">{t('Dates in the file: {{dates}}', { dates: samples.join(', ') })}</Text>
        <Radio.Group
          label={t('Meaning of the dates')}
          value={order ?? null}
          onChange={(chosen) => setOrder(DATE_ORDERS.find((one) => one === chosen))}
          error={isMissing && order === undefined && t('Please choose the meaning of the dates.')}
          required
        >
          <Stack gap="xs" my="xs">
            {DATE_ORDERS.map((value) => (
              <Radio key={value} value={value} label={labels[value]} />
            ))}
          </Stack>
        </Radio.Group>
        <RememberBox isChecked={remember} onChange={setRemember} />
      </Form>
    </Card>
  );
}

function useOrderLabels([sample = '']: string[]): Record<DateOrder, string> {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { dmy, mdy } = readBothWays(sample);
  const written = (day: string | undefined) => (day ? date(dayToDate(day)) : '—');
  return {
    dmy: t('Day first: {{sample}} is {{day}}', { sample, day: written(dmy) }),
    mdy: t('Month first: {{sample}} is {{day}}', { sample, day: written(mdy) }),
  };
}

type RememberBoxProps = { isChecked: boolean; onChange: (isChecked: boolean) => void };

export function RememberBox({ isChecked, onChange }: RememberBoxProps) {
  const { t } = useTranslation();
  return (
    <Checkbox
      label={t('Remember this for files with the same headings')}
      description={t('It is saved with the import.')}
      checked={isChecked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
