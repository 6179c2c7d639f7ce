import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#contract/webhooks.ts';
import { ActiveBadge } from '../../ui/ActiveBadge.tsx';

/** Whether a webhook is on, and whether anything reaches it. */
export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const { isActive, stopReason, failingSince } = webhook;
  const isTroubled = stopReason !== null || (isActive && failingSince !== null);
  if (!isTroubled) return <ActiveBadge isActive={isActive} />;
  return (
    <Badge
      color={isActive ? 'orange' : 'red'}
      variant="light"
      tt="none"
      radius="sm"
      flex="none"
      miw="max-content"
    >
      {isActive ? t('Failing') : t('Switched off')}
    </Badge>
  );
}
