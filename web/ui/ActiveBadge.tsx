import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type ActiveBadgeProps = {
  isActive: boolean;
  /** The colour of what is not. */
  inactiveColor?: 'gray' | 'red';
};

/** Whether a thing is in use. */
export function ActiveBadge({ isActive, inactiveColor = 'gray' }: ActiveBadgeProps) {
  const { t } = useTranslation();
  return (
    <Badge
      color={isActive ? 'green' : inactiveColor}
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
