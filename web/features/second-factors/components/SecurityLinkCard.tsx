import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import { Card } from '#web/ui/Card.tsx';

/** Links to the security page. */
export function SecurityLinkCard() {
  const { t } = useTranslation();
  return (
    <Card
      title={t('Security')}
      description={t('A second factor protects your account if somebody learns your password.')}
    >
      <Button component={Link} to={paths.user.security} variant="default">
        {t('Open security settings')}
      </Button>
    </Card>
  );
}
