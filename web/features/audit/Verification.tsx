import { Alert, List } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { useVerification } from './queries.ts';

/** What the newest check of the log found: each record carries the hash of the one before it. */
export function Verification() {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const { data, isError } = useVerification();
  if (isError) {
    return (
      <Alert color="orange" mb="md" icon={<IconAlertTriangle size={18} />}>
        {t('The state of the audit chains could not be fetched.')}
      </Alert>
    );
  }
  if (!data) return null;
  if (data.broken.length > 0) {
    return (
      <Alert
        color="red"
        mb="md"
        role="alert"
        icon={<IconAlertTriangle size={18} />}
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
      </Alert>
    );
  }
  if (!data.checkedAt) {
    return (
      <Alert color="gray" mb="md">
        {t('The audit chains have not been checked since the server started.')}
      </Alert>
    );
  }
  return (
    <Alert color="green" mb="md" icon={<IconShieldCheck size={18} />}>
      {t('The audit log is intact. Records: {{records}}. Chains: {{chains}}. Checked: {{date}}.', {
        records: number(data.rows),
        chains: number(data.chains),
        date: dateTime(data.checkedAt),
      })}
    </Alert>
  );
}
