import { useTranslation } from 'react-i18next';
import type { AuditRow } from '#contract/audit.ts';
import { useAddressFilters } from '../../lib/address-filters.ts';
import { DensitySwitch } from '../../ui/DensitySwitch.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useDialogTarget } from '../../ui/use-dialog-target.ts';
import { SavedViews } from '../saved-views/SavedViews.tsx';
import { AuditDialog } from './AuditDialog.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditList } from './AuditList.tsx';
import { auditAddress } from './filters.ts';
import { Verification } from './Verification.tsx';

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
        actions={<DensitySwitch />}
      />
      <Verification />
      <AuditFilters filters={filters} isFiltered={isFiltered} onChange={change} onClear={clear} />
      <SavedViews list="audit" search={auditAddress.write(filters)} />
      <AuditList filters={filters} onView={viewed.open} />
      <AuditDialog row={viewed.target} opened={viewed.isOpen} onClose={viewed.close} />
    </>
  );
}
