import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/i18n/format.ts';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { useVerification } from '../queries.ts';

/** Result of the last verification of the audit chains, in which each record contains the previous record's hash. */
export function Verification() {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const { data, isPending, isError } = useVerification();
  if (isPending) return <LoadingPart />;
  if (isError) {
    return (
      <StateAlert state="warning" mb="md">
        {t('The state of the audit chains could not be fetched.')}
      </StateAlert>
    );
  }
  if (!data) return null;
  if (data.broken.length > 0) {
    return (
      <StateAlert
        state="failed"
        mb="md"
        role="alert"
        title={t('The audit log has been tampered with')}
      >
        <List size="sm">
          {data.broken.map(({ chainId, seq, reason }) => (
            <List.Item key={`${chainId} ${seq}`}>
              {t('Chain {{chain}}, record {{number}}: {{reason}}', {
                chain: chainId,
                number: number(seq),
                reason,
              })}
            </List.Item>
          ))}
        </List>
      </StateAlert>
    );
  }
  if (!data.checkedAt) {
    return (
      <StateAlert state="hint" mb="md">
        {t('The audit chains have not been checked since the server started.')}
      </StateAlert>
    );
  }
  return (
    <StateAlert state="done" mb="md">
      {t('The audit log is intact. Records: {{records}}. Chains: {{chains}}. Checked: {{date}}.', {
        records: number(data.rows),
        chains: number(data.chains),
        date: dateTime(data.checkedAt),
      })}
    </StateAlert>
  );
}
