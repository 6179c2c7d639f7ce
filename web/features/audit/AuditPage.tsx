import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AuditRow } from '#contract/audit.ts';
import { DensitySwitch } from '../../ui/DensitySwitch.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useDialogTarget } from '../../ui/use-dialog-target.ts';
import { AuditDialog } from './AuditDialog.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditList } from './AuditList.tsx';
import { auditSearch, type AuditFilters as Filters } from './filters.ts';
import { Verification } from './Verification.tsx';

/** Who did what, and whether the record of it is whole. */
export function AuditPage() {
  const { t } = useTranslation();
  const { search = '', ...others } = useSearch({ from: '/_admin/admin/audit' });
  const filters: Filters = { search, ...others };
  const navigate = useNavigate();
  const viewed = useDialogTarget<AuditRow>();
  const show = (next: Filters) =>
    void navigate({
      to: '/admin/audit',
      search: auditSearch({ ...next }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <PageHeader
        title={t('Audit')}
        subtitle={t('Who did what, with what it was before and after')}
        actions={<DensitySwitch />}
      />
      <Verification />
      <AuditFilters
        filters={filters}
        onChange={(change) => show({ ...filters, ...change })}
        onClear={() => show({ search: '' })}
      />
      <AuditList filters={filters} onView={viewed.open} />
      <AuditDialog row={viewed.target} opened={viewed.isOpen} onClose={viewed.close} />
    </>
  );
}
