import { Paper, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StatementAccount } from '#contract/statements/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { paths } from '#web/lib/page/paths.ts';
import { AddButton } from '#web/ui/page/EntityPage.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { AccountDialog } from '../components/AccountDialog.tsx';
import { DatesForm } from '../components/DatesForm.tsx';
import { FileForm, useFileForm } from '../components/FileForm.tsx';
import { MappingForm } from '../components/MappingForm.tsx';
import { OverlapForm } from '../components/OverlapForm.tsx';
import { ImportedCard, PreviewCard } from '../components/PreviewCard.tsx';
import { ReadingStatus } from '../components/ReadingStatus.tsx';
import { useFailureText } from '../hooks/use-failure-text.ts';
import { useImportFlow } from '../hooks/use-import-flow.ts';
import { useAccountDialog, useStatementAccounts } from '../queries.ts';

/** Imports a bank statement in steps: the file, questions about it, a preview, the outcome. */
export function ImportStatementPage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const accounts = useStatementAccounts();
  const active = accounts.data?.filter(({ isActive }) => isActive);
  return (
    <>
      <PageHeader
        title={t('Import statement')}
        subtitle={t('From a file that you exported in the net banking of your bank')}
        back={paths.admin.statements}
      />
      {accounts.isPending && <Skeleton height={320} />}
      {accounts.isLoadingError && (
        <Paper withBorder>
          <ErrorState
            message={errorText(accounts.error, t('Failed to load bank accounts'))}
            error={accounts.error}
            onRetry={() => void accounts.refetch()}
          />
        </Paper>
      )}
      {active && active.length === 0 && <NoAccount />}
      {active && active.length > 0 && <Steps accounts={active} />}
    </>
  );
}

function NoAccount() {
  const { t } = useTranslation();
  const dialog = useAccountDialog();
  return (
    <Paper withBorder>
      <EmptyState
        picture="list"
        title={t('No bank accounts yet')}
        description={t('Add the account that users pay to. Its statements can then be imported.')}
        action={<AddButton label={t('Add account')} onClick={() => dialog.open()} />}
      />
      <AccountDialog dialog={dialog} />
    </Paper>
  );
}

function Steps({ accounts }: { accounts: StatementAccount[] }) {
  const form = useFileForm(accounts);
  const flow = useImportFlow(() => form.start({ ...form.values, file: null }));
  const failureText = useFailureText();
  const { step, mapping, failure, progress } = flow;
  if (step.kind === 'done') return <ImportedCard preview={step.preview} onAnother={flow.restart} />;
  return (
    <>
      <FileForm form={form} accounts={accounts} flow={flow} />
      {progress && <ReadingStatus progress={progress} onCancel={flow.cancel} />}
      {failure && (
        <StateAlert state="failed" role="alert" mb="md">
          {failureText(failure)}
        </StateAlert>
      )}
      {step.kind === 'dates' && <DatesForm samples={step.samples} flow={flow} />}
      {step.kind === 'mapping' && mapping && (
        <MappingForm table={step.table} values={mapping} flow={flow} />
      )}
      {step.kind === 'overlap' && (
        <OverlapForm key={step.overlap.digest} overlap={step.overlap} flow={flow} />
      )}
      {step.kind === 'preview' && <PreviewCard preview={step.preview} flow={flow} />}
    </>
  );
}
