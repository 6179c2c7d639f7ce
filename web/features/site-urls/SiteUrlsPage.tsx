import { Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SiteUrl } from '#contract/site-urls/schema.ts';
import { DeleteDialog } from '../../ui/dialog/DeleteDialog.tsx';
import { useDialogTarget } from '../../ui/dialog/use-dialog-target.ts';
import { useFormDialog } from '../../ui/dialog/use-form-dialog.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/state/EmptyState.tsx';
import { QueryTable } from '../../ui/table/QueryTable.tsx';
import { useFocusWhenLost } from '../../ui/table/use-focus-when-lost.ts';
import { useRemoveSiteUrl, useSiteUrls } from './queries.ts';
import { SiteUrlDialog } from './SiteUrlDialog.tsx';
import { SiteUrlActions, SiteUrlCard, useSiteUrlColumns } from './SiteUrlRow.tsx';
import { findProblems, initialForm } from './site-url-form.ts';

export function SiteUrlsPage() {
  const { t } = useTranslation();
  const siteUrls = useSiteUrls();
  const dialog = useFormDialog({ initialValues: initialForm, findProblems });
  const deletion = useDialogTarget<SiteUrl>();
  const place = useFocusWhenLost(dialog.isOpen || deletion.isOpen, siteUrls.data);
  const actions = (siteUrl: SiteUrl) => (
    <SiteUrlActions siteUrl={siteUrl} onEdit={dialog.open} onDelete={deletion.open} />
  );
  const columns = useSiteUrlColumns(actions);
  return (
    <>
      <PageHeader
        title={t('Site URLs')}
        subtitle={t('Manage the featured links that users see')}
        actions={<HeaderActions onAdd={() => dialog.open()} />}
      />
      <QueryTable
        tableFrom="62em"
        query={siteUrls}
        place={place}
        failed={t('Failed to fetch site URLs')}
        columns={columns}
        rowKey={(siteUrl) => siteUrl.id}
        card={(siteUrl) => <SiteUrlCard siteUrl={siteUrl} actions={actions(siteUrl)} />}
        caption={t('Site URLs')}
        empty={
          <EmptyState picture="list" title={t('No site URLs found. Add your first site URL.')} />
        }
      />
      <SiteUrlDialog state={dialog} />
      <DeleteDialog
        deletion={deletion}
        name={deletion.target?.title}
        message={t('Are you sure you want to delete this site URL?')}
        remove={useRemoveSiteUrl()}
      />
    </>
  );
}

function HeaderActions({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.75} />}
        onClick={() => window.location.reload()}
      >
        {t('Refresh')}
      </Button>
      <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={onAdd}>
        {t('Add Site URL')}
      </Button>
    </>
  );
}
