import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Whether a thing is in use. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation();
  return (
    <Badge
      color={isActive ? 'green' : 'gray'}
      variant="light"
      tt="none"
      radius="sm"
      flex="none"
      miw="max-content"
    >
      {isActive ? t('Active') : t('Inactive')}
    </Badge>
  );
}
