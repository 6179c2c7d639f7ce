import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Opens a list's filters on phones, next to the search. */
export function FiltersButton({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      variant={isOpen ? 'light' : 'default'}
      size="var(--wallet-touch)"
      aria-label={t('Filters')}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <IconAdjustmentsHorizontal size={20} />
    </ActionIcon>
  );
}
