import { useTranslation } from 'react-i18next';
import type { AuditRow } from '#contract/audit/schema.ts';
import { useAddressFilters } from '#web/lib/lists/address-filters.ts';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { DensitySwitch } from '#web/ui/table/DensitySwitch.tsx';
import { SavedViews } from '../saved-views/components/SavedViews.tsx';
import { AuditDialog } from './components/AuditDialog.tsx';
import { AuditExport } from './components/AuditExport.tsx';
import { AuditFilters } from './components/AuditFilters.tsx';
import { AuditList } from './components/AuditList.tsx';
import { Verification } from './components/Verification.tsx';
import { auditAddress } from './model/filters.ts';

/** Lists audit records, and shows whether the audit chains are intact. */
export function AuditPage() {
  const { t } = useTranslation();
  const { filters, isFiltered, change, clear } = useAddressFilters(auditAddress);
  const viewed = useDialogTarget<AuditRow>();
  return (
    <>
      <PageHeader
        title={t('Audit')}
        subtitle={t('Who changed what, with values before and after')}
        hasLowActions
        actions={
          <>
            <DensitySwitch />
            <AuditExport filters={filters} />
          </>
        }
      />
      <div data-in-order>
        <Verification />
        <AuditFilters filters={filters} isFiltered={isFiltered} onChange={change} onClear={clear} />
        <SavedViews list="audit" search={auditAddress.write(filters)} />
        <AuditList filters={filters} onView={viewed.open} />
      </div>
      <AuditDialog row={viewed.target} opened={viewed.isOpen} onClose={viewed.close} />
    </>
  );
}
