import { useTranslation } from 'react-i18next';
import type { SupportState } from '#contract/support-messages/rules.ts';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';

export function ConversationBadge({ state }: { state: SupportState }) {
  const { t } = useTranslation();
  return state === 'open' ? (
    <StateBadge state="pending" word={t('Open', { context: 'message' })} />
  ) : (
    <StateBadge state="done" word={t('Answered')} />
  );
}
