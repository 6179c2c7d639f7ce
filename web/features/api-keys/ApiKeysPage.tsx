import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKey } from '#contract/api-keys/schema.ts';
import { REST_PATH } from '#contract/shared/rest.ts';
import { paths } from '#web/lib/page/paths.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { SecretDialog } from '#web/ui/dialog/SecretDialog.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { useFormDialog } from '#web/ui/dialog/use-form-dialog.ts';
import { IfCan } from '#web/ui/IfCan.tsx';
import { IconPlus } from '#web/ui/icons/IconPlus.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { QueryTable } from '#web/ui/table/QueryTable.tsx';
import { MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { useRowApprovals } from '../approvals/components/RowApprovals.tsx';
import { ApiKeyCard, useApiKeyColumns } from './components/ApiKeyCells.tsx';
import { ApiKeyDialog } from './components/ApiKeyDialog.tsx';
import {
  type ApiKeyFields,
  type ApiKeyProblems,
  findProblems,
  initialFields,
} from './model/api-key-form.ts';
import { useApiKeys, useRevokeApiKey } from './queries.ts';

/** Lists API keys; administrators create and revoke them here. */
export function ApiKeysPage() {
  const { t } = useTranslation();
  const keys = useApiKeys();
  const dialog = useFormDialog<never, ApiKeyFields, ApiKeyProblems>({
    initialValues: initialFields,
    findProblems,
  });
  const [secret, setSecret] = useState('');
  const revocation = useDialogTarget<ApiKey>();
  const revoke = useRevokeApiKey();
  const { showWaiting, ...waiting } = useRowApprovals('apiKey');
  const rowProps = { onRevoke: revocation.open, showWaiting };
  const columns = useApiKeyColumns(rowProps);
  return (
    <>
      <PageHeader
        title={t('API keys')}
        subtitle={t(
          'A program that uses a key acts as the admin who created it, within the permissions of the key.',
        )}
        back={paths.admin.settings}
        actions={
          <>
            <Anchor
              data-reached
              href={`${REST_PATH}/docs`}
              target="_blank"
              rel="noopener noreferrer"
              size="sm"
            >
              {t('API documentation')}
            </Anchor>
            <IfCan permission="api-keys:manage">
              <Button leftSection={<IconPlus size={16} />} onClick={() => dialog.open()}>
                {t('Create API key')}
              </Button>
            </IfCan>
          </>
        }
      />
      <QueryTable
        isDialogOpen={dialog.isOpen || revocation.isOpen || waiting.isDialogOpen || secret !== ''}
        query={keys}
        failed={t('Failed to load API keys')}
        columns={columns}
        tableFrom={MANY_COLUMNS}
        rowKey={(key) => key.id}
        card={(key) => <ApiKeyCard apiKey={key} {...rowProps} />}
        caption={t('API keys')}
        empty={
          <EmptyState
            picture="lock"
            title={t('No API keys yet')}
            description={t('Create one for each program, so that you can revoke each on its own.')}
          />
        }
      />
      {waiting.dialog}
      <ApiKeyDialog state={dialog} onMade={setSecret} />
      <NewKeyDialog secret={secret} onClose={() => setSecret('')} />
      <ConfirmDialog
        opened={revocation.isOpen}
        onClose={revocation.close}
        title={t('Revoke {{name}}', { name: revocation.target?.name ?? '' })}
        message={t('Programs that use this key are refused at once. This cannot be undone.')}
        confirmLabel={t('Revoke')}
        pendingLabel={t('Revoking...')}
        pending={revoke.isPending}
        onConfirm={() =>
          revocation.target &&
          revoke.mutate({ id: revocation.target.id }, { onSettled: revocation.close })
        }
        danger
      />
    </>
  );
}

/** Shows the secret of a new key once. */
function NewKeyDialog(props: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SecretDialog
      {...props}
      title={t('Your new API key')}
      warning={t('Copy it now and keep it safe: it is shown only once.')}
      label={t('API key')}
      copyLabel={t('Copy API key')}
      copied={t('API key copied to clipboard')}
    />
  );
}
