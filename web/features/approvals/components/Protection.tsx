import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { kindLabels } from '../model.ts';
import { useApprovalSummary, useRules } from '../queries.ts';

/** Says on the dashboard what no second person confirms, if there is only one active admin or no active rule. */
export function Protection() {
  const { t } = useTranslation();
  const { data, isPending } = useApprovalSummary();
  if (isPending) return <LoadingPart />;
  if (!data) return null;
  if (data.activeAdmins < 2) return <Unprotected />;
  if (data.activeRules > 0) return null;
  return (
    <StateAlert state="hint" title={t('No second approvals')}>
      <Text size="sm">
        {t('All rules are off: one admin alone can change balances, accounts and payment details.')}
      </Text>
      <RulesLink />
    </StateAlert>
  );
}

function Unprotected() {
  const { t } = useTranslation();
  const { data: rules = [], isPending } = useRules();
  const labels = kindLabels(t);
  const active = rules.filter(({ isActive }) => isActive).map(({ kind }) => labels[kind]);
  if (isPending) return <LoadingPart />;
  if (active.length === 0) return null;
  return (
    <StateAlert state="hint" title={t('No second approvals')}>
      <Text size="sm">
        {t('With one active admin, nobody can confirm these actions, so they take effect at once:')}{' '}
        {active.join(' · ')}
      </Text>
      <RulesLink />
    </StateAlert>
  );
}

function RulesLink() {
  const { t } = useTranslation();
  return (
    <Anchor
      data-reached="row"
      display="inline-block"
      mb="xs"
      size="sm"
      fw={600}
      underline="always"
      renderRoot={(props) => <Link {...props} to={paths.admin.approvalRules} />}
    >
      {t('Rules for second approvals')}
    </Anchor>
  );
}
