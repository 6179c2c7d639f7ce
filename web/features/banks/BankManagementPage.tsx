import { Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Bank } from '#contract/banks/schema.ts';
import { EditDeleteButtons } from '#web/ui/page/EditDeleteButtons.tsx';
import { EntityPage } from '#web/ui/page/EntityPage.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { QueryTable } from '#web/ui/table/QueryTable.tsx';
import type { Column } from '#web/ui/table/ResponsiveTable.tsx';
import { useWiderThan } from '#web/ui/use-wider-than.ts';
import { AddBankForm } from './components/AddBankForm.tsx';
import { EditedCode, EditedName, SaveCancelButtons } from './components/BankEditor.tsx';
import { useBanks, useDeleteBank } from './queries.ts';
import { type BankEdit, useBankEdit } from './use-bank-edit.ts';

/** Width from which the form is next to the list. On narrower screens a button opens it. */
const BESIDE_LIST = '75em';

export function BankManagementPage() {
  const { t } = useTranslation();
  const isWide = useWiderThan(BESIDE_LIST);
  const [isAdding, adding] = useDisclosure();
  const add = { label: t('Add new bank'), onClick: adding.open };
  return (
    <EntityPage
      permission="content:manage"
      title={t('Bank Management')}
      subtitle={t('Manage the banks that users can choose from')}
      above={!isWide && isAdding && <AddBankForm hasFocus />}
      beside={isWide && <AddBankForm />}
      heading={t('Available Banks')}
      {...(!isWide && !isAdding && { add })}
    >
      <BankTable />
    </EntityPage>
  );
}

function BankTable() {
  const { t } = useTranslation();
  const banks = useBanks();
  const edit = useBankEdit();
  const row = { edit, onDelete: useDeleteBank() };
  return (
    <QueryTable
      query={banks}
      failed={t('Failed to load banks')}
      columns={useColumns(row)}
      rowKey={(bank) => bank.id}
      card={(bank) => <BankCard bank={bank} {...row} />}
      caption={t('Available Banks')}
      empty={
        <EmptyState
          picture="bank"
          title={t('No Banks Added')}
          description={t('Add the first bank to this list.')}
        />
      }
    />
  );
}

type RowContext = { edit: BankEdit; onDelete: (bank: Bank) => void };

function useColumns(row: RowContext): Column<Bank>[] {
  const { t } = useTranslation();
  const isEdited = (bank: Bank) => row.edit.editedId === bank.id;
  return [
    {
      key: 'name',
      header: t('Bank name'),
      width: '42%',
      cell: (bank) =>
        isEdited(bank) ? (
          <EditedName edit={row.edit} inline />
        ) : (
          <Text size="sm" fw={600} lineClamp={2}>
            {bank.name}
          </Text>
        ),
    },
    {
      key: 'code',
      header: t('Bank code'),
      width: '18%',
      cell: (bank) => (isEdited(bank) ? <EditedCode edit={row.edit} inline /> : bank.code),
    },
    {
      key: 'actions',
      header: t('Actions'),
      align: 'right',
      cell: (bank) => <BankActions bank={bank} {...row} />,
    },
  ];
}

function BankActions({ bank, edit, onDelete }: RowContext & { bank: Bank }) {
  if (edit.editedId === bank.id) return <SaveCancelButtons edit={edit} name={bank.name} />;
  return (
    <EditDeleteButtons
      name={bank.name}
      onEdit={() => edit.start(bank)}
      onDelete={() => onDelete(bank)}
      focusEdit={edit.finishedId === bank.id}
    />
  );
}

function BankCard({ bank, ...row }: RowContext & { bank: Bank }) {
  if (row.edit.editedId === bank.id) {
    return (
      <Stack gap="sm">
        <EditedName edit={row.edit} />
        <EditedCode edit={row.edit} />
        <BankActions bank={bank} {...row} />
      </Stack>
    );
  }
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Text fw={600} lineClamp={2}>
          {bank.name}
        </Text>
        <Text size="sm" c="dimmed">
          {bank.code}
        </Text>
      </div>
      <BankActions bank={bank} {...row} />
    </Group>
  );
}
