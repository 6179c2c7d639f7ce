import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconAdjustmentsHorizontal } from '../icons/IconAdjustmentsHorizontal.ts';
import { BESIDE_SIDEBAR, useWiderThan } from '../use-wider-than.ts';

/** Opens a list's filters, next to the search and as high. */
export function FiltersButton({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  const { t } = useTranslation();
  const isWide = useWiderThan(BESIDE_SIDEBAR);
  return (
    <ActionIcon
      variant={isOpen ? 'light' : 'default'}
      size={isWide ? 'input-sm' : 'var(--wallet-touch)'}
      aria-label={t('Filters')}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <IconAdjustmentsHorizontal size={20} />
    </ActionIcon>
  );
}
