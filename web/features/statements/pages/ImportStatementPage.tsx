import { Button, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { STATEMENT_FAULTS } from '#contract/statements/rules.ts';
import type { StatementAccount } from '#contract/statements/schema.ts';
import { errorParam, useErrorText } from '#web/lib/api/errors.ts';
import { type SendProgress, UploadCut } from '#web/lib/api/send-file.ts';
import { formatFileSize } from '#web/lib/files/file-size.ts';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
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
import { useImportFlow } from '../hooks/use-import-flow.ts';
import { faultText } from '../model/labels.ts';
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

/** Returns a function that describes why a file was not read or imported. */
function useFailureText(): (error: Error) => string {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error) => {
    const fault = STATEMENT_FAULTS.find((one) => one === errorParam(error, 'fault'));
    const row = errorParam(error, 'row');
    if (fault) return faultText(t, fault, typeof row === 'number' ? row : null);
    if (error instanceof UploadCut && error.reason === 'cancelled') return t('Cancelled.');
    return errorText(
      error,
      t('The file could not be sent. Please try again: no line is imported twice.'),
    );
  };
}

type ReadingStatusProps = { progress: SendProgress; onCancel: () => void };

/** Upload progress of a statement, then a note that it is being read. */
function ReadingStatus({ progress, onCancel }: ReadingStatusProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { sentBytes, totalBytes } = progress;
  const percent = Math.floor((100 * sentBytes) / Math.max(1, totalBytes));
  const isSent = sentBytes >= totalBytes;
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {isSent
          ? t('The file is sent. Reading it...')
          : t('Sent: {{sent}} of {{total}} ({{percent}}%)', {
              sent: formatFileSize(sentBytes, language, totalBytes),
              total: formatFileSize(totalBytes, language),
              percent,
            })}
      </Text>
      <Progress.Root
        role="progressbar"
        aria-label={t('Submitting...')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <Progress.Section value={percent} withAria={false} animated />
      </Progress.Root>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
