import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MessageScreen } from '../../ui/MessageScreen.tsx';

/** The page of every unknown path. */
export function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <MessageScreen
      icon={<IconMapOff size={34} stroke={1.5} />}
      title="404"
      text={t('Oops! Page not found')}
      action={
        <Button component={Link} to="/">
          {t('Return to Home')}
        </Button>
      }
    />
  );
}
