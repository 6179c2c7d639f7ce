import { useTranslation } from 'react-i18next';
import type { Webhook } from '#contract/webhooks/schema.ts';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';

/** Shows whether a webhook is enabled and its deliveries succeed. */
export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const { isActive, stopReason, failingSince } = webhook;
  const isTroubled = stopReason !== null || (isActive && failingSince !== null);
  if (!isTroubled) return <StateBadge state={isActive ? 'active' : 'inactive'} />;
  return isActive ? (
    <StateBadge state="warning" word={t('Failing')} />
  ) : (
    <StateBadge state="deactivated" word={t('Switched off')} />
  );
}
