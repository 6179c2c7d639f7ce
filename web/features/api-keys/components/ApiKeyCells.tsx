import { Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { API_KEY_PREFIX } from '#contract/api-keys/rules.ts';
import type { ApiKey } from '#contract/api-keys/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import type { Column } from '#web/ui/table/ResponsiveTable.tsx';
import { RowButton } from '#web/ui/table/RowControls.tsx';
import { NamedRowMenu } from '#web/ui/table/RowMenu.tsx';
import type { ShowWaiting } from '../../approvals/components/RowApprovals.tsx';
import { scopeLabels, stateLabels, suspensionLabels } from '../model/labels.ts';
import { useResumeApiKey } from '../queries.ts';
import classes from './ApiKeys.module.css';

type OnRevoke = (key: ApiKey) => void;
type RowProps = { onRevoke: OnRevoke; showWaiting: ShowWaiting };

export function useApiKeyColumns({ onRevoke, showWaiting }: RowProps): Column<ApiKey>[] {
  const { t } = useTranslation();
  return [
    { key: 'name', header: t('Name'), cell: (key) => <KeyName apiKey={key} /> },
    {
      key: 'scopes',
      header: t('Permissions'),
      width: '20%',
      cell: (key) => <Scopes scopes={key.scopes} />,
    },
    { key: 'owner', header: t('Created by'), cell: ({ ownerName }) => ownerName },
    { key: 'used', header: t('Last used'), cell: (key) => <LastUse apiKey={key} /> },
    { key: 'expires', header: t('Expires'), cell: (key) => <Expiry apiKey={key} /> },
    { key: 'limits', header: t('Daily limits'), cell: (key) => <Limits apiKey={key} /> },
    {
      key: 'state',
      header: t('Status'),
      cell: (key) => <State apiKey={key} waiting={showWaiting(key.id)} />,
    },
    {
      key: 'actions',
      header: t('Actions'),
      align: 'right',
      cell: (key) => <KeyActions apiKey={key} onRevoke={onRevoke} />,
    },
  ];
}

export function ApiKeyCard({ apiKey, onRevoke, showWaiting }: RowProps & { apiKey: ApiKey }) {
  const { t } = useTranslation();
  return (
    <Stack gap="3xs" className={classes.card}>
      <Group justify="space-between" wrap="nowrap">
        <KeyName apiKey={apiKey} />
        <KeyActions apiKey={apiKey} onRevoke={onRevoke} />
      </Group>
      <Group gap="3xs var(--mantine-spacing-xs)">
        <State apiKey={apiKey} waiting={showWaiting(apiKey.id)} />
        <Scopes scopes={apiKey.scopes} />
      </Group>
      <div className={classes.facts}>
        <Fact label={t('Created by')}>{apiKey.ownerName}</Fact>
        <Fact label={t('Last used')}>
          <LastUse apiKey={apiKey} />
        </Fact>
        <Fact label={t('Expires')}>
          <Expiry apiKey={apiKey} />
        </Fact>
        <Fact label={t('Daily limits')}>
          <Limits apiKey={apiKey} />
        </Fact>
      </div>
    </Stack>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Text size="xs" component="div">
      <Text span inherit c="dimmed">
        {label}{' '}
      </Text>
      {children}
    </Text>
  );
}

function KeyName({ apiKey: { name, lastFour } }: { apiKey: ApiKey }) {
  return (
    <div className={classes.title}>
      <Text size="sm" fw={600} className={classes.name}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" ff="monospace">
        {`${API_KEY_PREFIX}…${lastFour}`}
      </Text>
    </div>
  );
}

/** Scope names as used in the API documentation; the tooltip explains each. */
function Scopes({ scopes }: Pick<ApiKey, 'scopes'>) {
  const { t } = useTranslation();
  const labels = scopeLabels(t);
  return (
    <div className={classes.scopes}>
      {scopes.map((scope) => (
        <Code key={scope} title={labels[scope]}>
          {scope}
        </Code>
      ))}
    </div>
  );
}

function LastUse({ apiKey: { lastUsedAt } }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  return lastUsedAt ? <RelativeTime date={lastUsedAt} /> : t('Never');
}

function Expiry({ apiKey: { expiresAt } }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  if (expiresAt) return date(expiresAt);
  return (
    <>
      {t('No expiry')}
      <Why>{t('Replace this key with one that expires.')}</Why>
    </>
  );
}

function Limits({ apiKey: { dayPaise, dayCommands } }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (dayPaise === null && dayCommands === null) return t('No limit');
  return (
    <>
      {dayPaise !== null && (
        <div>{t('Amount: {{amount}}', { amount: formatRupees(dayPaise) })}</div>
      )}
      {dayCommands !== null && (
        <div>{t('Commands: {{number}}', { number: number(dayCommands) })}</div>
      )}
    </>
  );
}

function State({ apiKey, waiting }: { apiKey: ApiKey; waiting: ReactNode }) {
  const { t } = useTranslation();
  const { state, revokedBy, suspensionReason } = apiKey;
  const why = suspensionReason
    ? suspensionLabels(t)[suspensionReason]
    : t('Owner is not an active admin');
  return (
    <div>
      <StateBadge {...stateLabels(t)[state]} />
      {revokedBy && <Why>{t('Revoked by {{name}}', { name: revokedBy })}</Why>}
      {state === 'suspended' && !(waiting && suspensionReason === 'needs_approval') && (
        <Why>{why}</Why>
      )}
      {waiting}
    </div>
  );
}

function Why({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  );
}

function KeyActions({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: OnRevoke }) {
  const mayManage = useCan('api-keys:manage');
  if (!mayManage) return null;
  return <UsableKeyActions apiKey={apiKey} onRevoke={onRevoke} />;
}

function UsableKeyActions({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: OnRevoke }) {
  const { t } = useTranslation();
  const resume = useResumeApiKey();
  const { id, name, state } = apiKey;
  if (state === 'revoked' || state === 'expired') return null;
  const revocation = { text: t('Revoke'), label: t('Revoke {{name}}', { name }) };
  const revoke = () => onRevoke(apiKey);
  const isResumable = state === 'suspended' && apiKey.suspensionReason !== null;
  if (!isResumable) {
    return (
      <RowButton tone={ACTION_COLORS.destroy} aria-label={revocation.label} onClick={revoke}>
        {revocation.text}
      </RowButton>
    );
  }
  return (
    <div>
      <RowButton
        aria-label={t('Resume {{name}}', { name })}
        disabled={resume.isPending}
        onClick={() => resume.mutate({ id })}
      >
        {t('Resume', { context: 'key' })}
      </RowButton>
      <NamedRowMenu name={name} actions={[{ ...revocation, isDanger: true, onChoose: revoke }]} />
    </div>
  );
}
