import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconDownload } from '#web/ui/icons/IconDownload.ts';
import { dayInIndia, useCsvExport } from '#web/ui/use-csv-export.ts';
import { type AuditFilters, auditAddress } from '../model/filters.ts';

type Ending = 'csv' | 'json';

/** Downloads all matching records. The server records each download. */
export function AuditExport({ filters }: { filters: AuditFilters }) {
  const { t } = useTranslation();
  return (
    <>
      <ExportButton ending="csv" label={t('Export CSV')} filters={filters} />
      <ExportButton ending="json" label={t('Export JSON')} filters={filters} />
    </>
  );
}

type ExportButtonProps = { ending: Ending; label: string; filters: AuditFilters };

function ExportButton({ ending, label, filters }: ExportButtonProps) {
  const { t } = useTranslation();
  const file = useCsvExport({
    name: (now) => `audit_${dayInIndia(now)}.${ending}`,
    savedText: () => t('The audit log was exported. The export is in the audit log.'),
    failed: t('Failed to export the audit log'),
  });
  return (
    <Button
      variant="light"
      leftSection={<IconDownload size={16} />}
      loading={file.isPending}
      onClick={() => file.run(exportPath(ending, filters))}
    >
      {label}
    </Button>
  );
}

function exportPath(ending: Ending, filters: AuditFilters): string {
  const query = new URLSearchParams(auditAddress.write(filters)).toString();
  return `/files/audit.${ending}${query ? `?${query}` : ''}`;
}
