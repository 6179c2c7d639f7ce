import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AMOUNT_KINDS, FIXED_KINDS } from '#contract/approvals/rules.ts';
import type { ApprovalRule } from '#contract/approvals/schema.ts';
import { formatAmount, formatRupees } from '#contract/shared/money.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { useFormDialog } from '#web/ui/dialog/use-form-dialog.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { QueryTable } from '#web/ui/table/QueryTable.tsx';
import { type Column, MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { RuleDialog } from '../components/RuleDialog.tsx';
import { findRuleProblems, kindLabels, type RuleForm, type RuleProblems } from '../model.ts';
import { useRules } from '../queries.ts';

type Edit = (rule: ApprovalRule) => ReactNode;

/** The rules that say which actions another admin has to confirm. */
export function ApprovalRulesPage() {
  const { t } = useTranslation();
  const rules = useRules();
  const dialog = useFormDialog<ApprovalRule, RuleForm, RuleProblems>({
    initialValues: initialForm,
    findProblems: findRuleProblems,
  });
  const edit: Edit = (rule) => <EditButton rule={rule} onEdit={() => dialog.open(rule)} />;
  return (
    <>
      <PageHeader
        title={t('Rules for second approvals')}
        subtitle={t('They apply while there are at least two active admins.')}
        back={paths.admin.approvals}
      />
      <QueryTable
        tableFrom={MANY_COLUMNS}
        isDialogOpen={dialog.isOpen}
        query={rules}
        failed={t('Failed to load the rules')}
        columns={useColumns(edit)}
        rowKey={({ kind }) => kind}
        card={(rule) => <RuleCard rule={rule} edit={edit(rule)} />}
        caption={t('Rules for second approvals')}
        empty={<EmptyState picture="list" title={t('No records found')} description="" />}
      />
      <RuleDialog state={dialog} />
    </>
  );
}

function initialForm(rule: ApprovalRule | undefined): RuleForm {
  const thresholdPaise = rule?.thresholdPaise ?? null;
  return {
    isActive: rule?.isActive ?? false,
    threshold: thresholdPaise === null ? '' : formatAmount(thresholdPaise),
    approvals: String(rule?.approvals ?? 1),
  };
}

function useColumns(edit: Edit): Column<ApprovalRule>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  return [
    { key: 'kind', header: t('Action'), width: '40%', cell: ({ kind }) => kindLabels(t)[kind] },
    { key: 'amount', header: t('Above the amount'), cell: (rule) => <Threshold rule={rule} /> },
    {
      key: 'approvals',
      header: t('Confirmations needed'),
      cell: ({ approvals }) => number(approvals),
    },
    { key: 'state', header: t('Status'), cell: (rule) => <RuleBadge rule={rule} /> },
    { key: 'actions', header: t('Actions'), align: 'right', cell: edit },
  ];
}

function Threshold({ rule: { kind, thresholdPaise } }: { rule: ApprovalRule }) {
  const { t } = useTranslation();
  if (!AMOUNT_KINDS.includes(kind)) return '—';
  return thresholdPaise === null ? t('Every amount') : formatRupees(thresholdPaise);
}

function RuleBadge({ rule: { isActive } }: { rule: ApprovalRule }) {
  return <StateBadge state={isActive ? 'active' : 'inactive'} />;
}

function EditButton({ rule, onEdit }: { rule: ApprovalRule; onEdit: () => void }) {
  const { t } = useTranslation();
  const mayManage = useCan('settings:manage');
  if (FIXED_KINDS.includes(rule.kind)) {
    return (
      <Text component="span" size="sm" c="dimmed">
        {t('Always on')}
      </Text>
    );
  }
  if (!mayManage) return null;
  const name = kindLabels(t)[rule.kind];
  return (
    <Button
      size="compact-sm"
      h={30}
      variant="default"
      aria-label={t('Edit {{name}}', { name })}
      onClick={onEdit}
    >
      {t('Edit')}
    </Button>
  );
}

function RuleCard({ rule, edit }: { rule: ApprovalRule; edit: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" fw={600}>
          {kindLabels(t)[rule.kind]}
        </Text>
        <RuleBadge rule={rule} />
      </Group>
      <Group justify="space-between">
        <Text size="sm">
          <Threshold rule={rule} />
        </Text>
        {edit}
      </Group>
    </Stack>
  );
}
