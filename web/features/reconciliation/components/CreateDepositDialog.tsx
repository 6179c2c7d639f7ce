import { Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnclaimedLine } from '#contract/reconciliation/schema.ts';
import { MAX_DIFFERENT_REASON, MAX_REASON_LENGTH } from '#contract/review/rules.ts';
import { formatRupees } from '#contract/shared/money.ts';
import type { UserRow } from '#contract/users/schema.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { useRequestKeys } from '#web/lib/api/request-key.ts';
import { ActionDialog } from '#web/ui/dialog/ActionDialog.tsx';
import type { DialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { SearchField } from '#web/ui/form/SearchField.tsx';
import { useCreateDeposit, useFoundUsers } from '../queries.ts';
import { LineCell } from './LineCell.tsx';

type CreateDepositDialogProps = { created: DialogTarget<UnclaimedLine> };

/** Creates an approved deposit for a user from received money without a request. */
export function CreateDepositDialog({ created }: CreateDepositDialogProps) {
  const { target: line, isOpen } = created;
  return <CreateDeposit key={`${line?.id} ${isOpen}`} created={created} />;
}

function CreateDeposit({ created }: CreateDepositDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { target: line } = created;
  const keys = useRequestKeys();
  const [search, setSearch] = useState('');
  const [user, setUser] = useState<UserRow>();
  const [reason, setReason] = useState('');
  const [differentReason, setDifferentReason] = useState('');
  const create = useCreateDeposit(() => {
    keys.renew();
    created.close();
  });
  const isHeld = errorCode(create.error) === 'SECOND_APPROVAL_REQUIRED';
  const isCredited = errorCode(create.error) === 'PAYMENT_ALREADY_CREDITED';
  const failed = t('The deposit could not be created');
  return (
    <ActionDialog
      opened={created.isOpen}
      onClose={created.close}
      title={t('Create a deposit')}
      submitLabel={t('Create a deposit')}
      pendingLabel={t('Saving...')}
      pending={create.isPending}
      error={create.error && !isHeld ? errorText(create.error, failed) : undefined}
      submitDisabled={!user}
      onSubmit={() => {
        if (!line || !user) return;
        const different = differentReason.trim();
        const requestKey = keys.keyFor([line.id, user.id, reason, different]);
        const given = { lineId: line.id, userId: user.id, reason, requestKey };
        create.mutate({ ...given, ...(different !== '' && { differentReason: different }) });
      }}
    >
      {line && (
        <>
          <Text fw={600}>{formatRupees(line.unclaimedPaise)}</Text>
          <LineCell line={line} />
        </>
      )}
      <SearchField
        label={t('User')}
        placeholder={t('Search by name or username')}
        value={search}
        onChange={(text) => setSearch(text.trim())}
      />
      <FoundUsers search={search} user={user} onUser={setUser} />
      <TextInput
        label={t('Reason')}
        description={t('The user sees it in the passbook.')}
        maxLength={MAX_REASON_LENGTH}
        autoComplete="off"
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {(isCredited || differentReason !== '') && (
        <Textarea
          label={t('Why is it a different payment?')}
          description={t('A second admin has to confirm it.')}
          maxLength={MAX_DIFFERENT_REASON}
          value={differentReason}
          onChange={({ currentTarget }) => setDifferentReason(currentTarget.value)}
        />
      )}
      {user && line && (
        <Text size="sm" role="status">
          {t('{{amount}} will be credited to {{user}}.', {
            amount: formatRupees(line.unclaimedPaise),
            user: user.username,
          })}
        </Text>
      )}
    </ActionDialog>
  );
}

type FoundUsersProps = {
  search: string;
  user: UserRow | undefined;
  onUser: (user: UserRow) => void;
};

function FoundUsers({ search, user, onUser }: FoundUsersProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const found = useFoundUsers(search);
  const rows = found.data?.rows ?? [];
  if (found.isError) {
    return (
      <Text size="sm" role="alert">
        {errorText(found.error, t('Failed to fetch users'))}
      </Text>
    );
  }
  return (
    <Radio.Group
      aria-label={t('Users')}
      value={user?.id ?? ''}
      onChange={(id) => {
        const chosen = rows.find((row) => row.id === id);
        if (chosen) onUser(chosen);
      }}
    >
      <Stack gap="xs">
        {rows.map((row) => (
          <Radio key={row.id} value={row.id} label={row.name} description={`@${row.username}`} />
        ))}
        {search && found.data && rows.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t('No users found')}
          </Text>
        )}
      </Stack>
    </Radio.Group>
  );
}
