import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SiteUrl } from '#contract/site-urls/schema.ts';
import { IfCan } from '#web/ui/IfCan.tsx';
import { IconRefresh } from '#web/ui/icons/IconRefresh.ts';
import { AddButton, EntityPage } from '#web/ui/page/EntityPage.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { QueryTable } from '#web/ui/table/QueryTable.tsx';
import { SiteUrlDialog } from './components/SiteUrlDialog.tsx';
import { SiteUrlActions, SiteUrlCard, useSiteUrlColumns } from './components/SiteUrlRow.tsx';
import { useDeleteSiteUrl, useSiteUrlDialog, useSiteUrls } from './queries.ts';

export function SiteUrlsPage() {
  const { t } = useTranslation();
  const siteUrls = useSiteUrls();
  const dialog = useSiteUrlDialog();
  const deleteSiteUrl = useDeleteSiteUrl();
  const actions = (siteUrl: SiteUrl) => (
    <SiteUrlActions siteUrl={siteUrl} onEdit={dialog.open} onDelete={deleteSiteUrl} />
  );
  const columns = useSiteUrlColumns(actions);
  return (
    <EntityPage
      permission="content:manage"
      title={t('Site URLs')}
      subtitle={t('Manage the featured links that users see')}
      actions={
        <>
          <ReloadButton />
          <IfCan permission="content:manage">
            <AddButton label={t('Add Site URL')} onClick={() => dialog.open()} />
          </IfCan>
        </>
      }
    >
      <QueryTable
        tableFrom="62em"
        query={siteUrls}
        isDialogOpen={dialog.isOpen}
        failed={t('Failed to fetch site URLs')}
        columns={columns}
        rowKey={(siteUrl) => siteUrl.id}
        card={(siteUrl) => <SiteUrlCard siteUrl={siteUrl} actions={actions(siteUrl)} />}
        caption={t('Site URLs')}
        empty={
          <EmptyState picture="list" title={t('No site URLs found. Add your first site URL.')} />
        }
      />
      <SiteUrlDialog dialog={dialog} />
    </EntityPage>
  );
}

function ReloadButton() {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      onClick={() => window.location.reload()}
    >
      {t('Refresh')}
    </Button>
  );
}
