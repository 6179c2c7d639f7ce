import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_STATEMENT_BYTES } from '#contract/statements/rules.ts';
import type { StatementAccount } from '#contract/statements/schema.ts';
import { Card } from '#web/ui/Card.tsx';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { FileInput } from '#web/ui/form/FileInput.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { type CheckedForm, useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import type { ImportFlow } from '../hooks/use-import-flow.ts';

type FileValues = { accountId: string; file: File | null };
type FileProblems = {
  accountId: 'STATEMENT_ACCOUNT_NOT_FOUND';
  file: 'STATEMENT_REQUIRED' | 'STATEMENT_TOO_LARGE';
};

const ACCEPTED = '.csv .tsv .txt .xls .xlsx .sta .940 .mt940 .xml'.split(' ');

function findProblems({ accountId, file }: FileValues): Partial<FileProblems> {
  const isTooLarge = file !== null && file.size > MAX_STATEMENT_BYTES;
  return {
    ...(accountId === '' && { accountId: 'STATEMENT_ACCOUNT_NOT_FOUND' as const }),
    ...(file === null && { file: 'STATEMENT_REQUIRED' as const }),
    ...(isTooLarge && { file: 'STATEMENT_TOO_LARGE' as const }),
  };
}

/** The chosen account and file. A single account is chosen at first. */
export function useFileForm(accounts: readonly StatementAccount[]) {
  const [only, ...others] = accounts;
  return useCheckedForm<FileValues, FileProblems>({
    initialValues: { accountId: others.length === 0 ? (only?.id ?? '') : '', file: null },
    findProblems,
  });
}

type FileFormProps = {
  form: CheckedForm<FileValues, FileProblems>;
  accounts: readonly StatementAccount[];
  flow: ImportFlow;
};

/** Form for the account and the file. Another choice restarts the import. */
export function FileForm({ form, accounts, flow }: FileFormProps) {
  const { t } = useTranslation();
  const { accountId, file } = form.problems;
  const choose = <Name extends keyof FileValues>(name: Name, value: FileValues[Name]) => {
    form.field(name).onChange(value);
    flow.restart();
  };
  return (
    <Card title={t('Account and file')} mb="md">
      <PageForm
        form={form}
        pending={flow.isPending}
        failure={null}
        onSubmit={(values) => {
          if (values.file) flow.check({ accountId: values.accountId, file: values.file });
        }}
        footer={
          flow.step.kind === 'file' && (
            <SubmitButton
              label={t('Check file')}
              pendingLabel={t('Reading the file...')}
              pending={flow.isPending}
            />
          )
        }
      >
        <ChoiceField
          label={t('Account')}
          placeholder={t('Choose an account')}
          choices={accounts.map(({ id, name, lastFour }) => ({
            value: id,
            label: lastFour === null ? name : `${name} (XXXX${lastFour})`,
          }))}
          value={form.values.accountId || null}
          onChange={(chosen) => choose('accountId', chosen)}
          error={accountId && t('Please choose an account.')}
          required
        />
        <FileInput
          label={t('Bank statement')}
          hint={t('CSV, TSV, Excel, MT940 or CAMT.053, up to 16MB')}
          accept={ACCEPTED}
          value={form.values.file}
          onChange={(chosen) => choose('file', chosen)}
          error={file && t(errorTable[file].message)}
        />
      </PageForm>
    </Card>
  );
}
