import { Button, Tabs } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import { IfCan } from '#web/ui/IfCan.tsx';
import { IconFileImport } from '#web/ui/icons/IconFileImport.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { DensitySwitch } from '#web/ui/table/DensitySwitch.tsx';
import { AccountList } from '../components/AccountList.tsx';
import { ImportList } from '../components/ImportList.tsx';
import { LineList } from '../components/LineList.tsx';
import { statementSearch } from '../model/search.ts';

/** Imported bank statements, their lines, and the operator's bank accounts. */
export function StatementsPage() {
  const { t } = useTranslation();
  const { tab = 'imports' } = statementSearch(useSearch({ strict: false }));
  // A click on a tab marks it immediately; its rows follow.
  const shownTab = useDeferredValue(tab);
  const navigate = useNavigate();
  const openTab = (next: string | null) =>
    void navigate({
      to: '.',
      search: statementSearch({ tab: next }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <PageHeader
        title={t('Bank statements')}
        subtitle={t('Payments that arrived in the bank accounts of the operator')}
        actions={
          <>
            <DensitySwitch />
            <ImportLink />
          </>
        }
      />
      <Tabs value={tab} onChange={openTab} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="imports">{t('Imports')}</Tabs.Tab>
          <Tabs.Tab value="lines">{t('Lines')}</Tabs.Tab>
          <Tabs.Tab value="accounts">{t('Accounts')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab}>
          {shownTab === 'imports' && <ImportList action={<ImportLink />} />}
          {shownTab === 'lines' && <LineList />}
          {shownTab === 'accounts' && <AccountList />}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function ImportLink() {
  const { t } = useTranslation();
  return (
    <IfCan permission="statements:import">
      <Button
        component={Link}
        to={paths.admin.importStatement}
        leftSection={<IconFileImport size={16} />}
      >
        {t('Import statement')}
      </Button>
    </IfCan>
  );
}
