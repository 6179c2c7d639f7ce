import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useAddressFilters } from '#web/lib/lists/address-filters.ts';
import { countRows } from '#web/lib/lists/full-pages.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { FiltersButton } from '#web/ui/form/FiltersButton.tsx';
import { SearchField } from '#web/ui/form/SearchField.tsx';
import { IconUserPlus } from '#web/ui/icons/IconUserPlus.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { DensitySwitch } from '#web/ui/table/DensitySwitch.tsx';
import { toastSuccess } from '#web/ui/toasts.ts';
import { BESIDE_SIDEBAR, useWiderThan } from '#web/ui/use-wider-than.ts';
import { ClosureList } from '../../closures/components/ClosureList.tsx';
import { SavedViews } from '../../saved-views/components/SavedViews.tsx';
import { BalanceDialog } from '../components/BalanceDialog.tsx';
import { DeletedAccountList } from '../components/DeletedAccountList.tsx';
import { UserFields } from '../components/UserFields.tsx';
import { UserList } from '../components/UserList.tsx';
import { useBalanceUpdate } from '../hooks/use-balance-update.ts';
import { useCreateUser } from '../hooks/use-create-user.ts';
import { type UserFilters, userAddress } from '../model/filters.ts';
import { EMPTY_USER, isBlank } from '../model/user-form.ts';
import { useUsers } from '../queries.ts';
import classes from './UsersPage.module.css';

export function UsersPage() {
  const { t } = useTranslation();
  const [isCreating, creating] = useDisclosure(false);
  const { filters, change } = useAddressFilters(userAddress);
  const { search, account } = filters;
  const users = useUsers(filters);
  const balance = useBalanceUpdate();
  const mayManage = useCan('users:manage');
  const isWide = useWiderThan(BESIDE_SIDEBAR);
  const [isOpen, fields] = useDisclosure(false);
  return (
    <>
      <PageHeader
        title={t('User Management')}
        subtitle={<Total users={users} />}
        isDense
        actions={
          <>
            <DensitySwitch />
            {mayManage && (
              <Button leftSection={<IconUserPlus size={16} />} onClick={creating.open}>
                {t('Create User')}
              </Button>
            )}
          </>
        }
      />
      <Group mb="xs" gap="xs">
        {account === 'current' && (
          <SearchField
            className={classes.search}
            isLabelHidden
            placeholder={t('Search users...')}
            value={search}
            onChange={(typed) => change({ search: typed })}
          />
        )}
        {!isWide && <FiltersButton isOpen={isOpen} onClick={fields.toggle} />}
        {(isWide || isOpen || account !== 'current') && (
          <AccountsField
            value={account}
            onChange={(shown) => change({ search: '', account: shown })}
          />
        )}
      </Group>
      {account === 'closing' && <ClosureList />}
      {account === 'deleted' && <DeletedAccountList users={users} />}
      {(account === 'current' || account === 'frozen' || account === 'withoutFactor') && (
        <>
          <SavedViews list="users" search={userAddress.write(filters)} />
          <UserList
            users={users}
            isSearching={search !== ''}
            account={account}
            onBalance={balance.dialog.open}
          />
        </>
      )}
      <CreateUserDialog opened={isCreating} onClose={creating.close} />
      <BalanceDialog update={balance} />
    </>
  );
}

type AccountsFieldProps = {
  value: UserFilters['account'];
  onChange: (account: UserFilters['account']) => void;
};

/** Which accounts are listed. */
function AccountsField(props: AccountsFieldProps) {
  const { t } = useTranslation();
  const maySeeDeleted = useCan('audit:read');
  const choices: { value: UserFilters['account']; label: string }[] = [
    { value: 'current', label: t('All accounts') },
    { value: 'frozen', label: t('Frozen accounts') },
    { value: 'withoutFactor', label: t('Admins without a second factor') },
    ...(maySeeDeleted ? [{ value: 'deleted' as const, label: t('Deleted accounts') }] : []),
    { value: 'closing', label: t('Closure requests') },
  ];
  return (
    <ChoiceField
      className={classes.accounts}
      label={t('Accounts')}
      isLabelHidden
      {...props}
      choices={choices}
    />
  );
}

function Total({ users }: { users: ReturnType<typeof useUsers> }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (!users.data) return <Text component="span">{t('Accounts, balances and roles')}</Text>;
  const { count, isExact } = countRows(users.data.pages);
  const shown = `${number(count)}${isExact ? '' : '+'}`;
  return (
    <Text component="span" inherit role="status">
      {t('{{number}} users', { count, number: shown })}
    </Text>
  );
}

type CreateUserDialogProps = { opened: boolean; onClose: () => void };

/** Creates a user in a dialog over the list. */
function CreateUserDialog({ opened, onClose }: CreateUserDialogProps) {
  const { t } = useTranslation();
  const state = useCreateUser(({ username }) => {
    onClose();
    toastSuccess({ message: t('User {{username}} created successfully', { username }) });
  });
  const close = () => {
    state.form.start(EMPTY_USER);
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('Create User')}
      submitLabel={t('Create User')}
      pendingLabel={t('Creating User...')}
      pending={state.isPending}
      failure={state.failure}
      form={state.form}
      onSubmit={state.submit}
      // Specification: submitting without username and password does nothing.
      isBlank={isBlank(state.form.values)}
      size="sm"
    >
      <UserFields state={state} />
    </FormDialog>
  );
}
