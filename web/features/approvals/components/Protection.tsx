import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import { FoldedNotice } from '#web/ui/state/FoldedNotice.tsx';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
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
    <Notice>
      {t('All rules are off: one admin alone can change balances, accounts and payment details.')}
    </Notice>
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
    <Notice>
      {t('With one active admin, nobody can confirm these actions, so they take effect at once:')}{' '}
      {active.join(' · ')}
    </Notice>
  );
}

function Notice({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <FoldedNotice state="hint" title={t('No second approvals')}>
      <Text size="sm">{children}</Text>
      <Anchor
        data-reached="row"
        size="sm"
        fw={600}
        underline="always"
        renderRoot={(props) => <Link {...props} to={paths.admin.approvalRules} />}
      >
        {t('Rules for second approvals')}
      </Anchor>
    </FoldedNotice>
  );
}
