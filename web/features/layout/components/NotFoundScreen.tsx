import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import { MessageScreen } from '#web/ui/state/MessageScreen.tsx';

export function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <MessageScreen
      state="notFound"
      title="404"
      text={t('Oops! Page not found')}
      isFailure={false}
      action={
        <Button component={Link} to={paths.home}>
          {t('Return to Home')}
        </Button>
      }
    />
  );
}
