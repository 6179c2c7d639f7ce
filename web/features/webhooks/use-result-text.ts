import { useTranslation } from 'react-i18next';
import type { Delivery } from '#contract/webhooks.ts';

type Result = Pick<Delivery, 'lastStatus' | 'lastFailure' | 'lastAt'>;

/** How the last try of a delivery went, in words; undefined before the first. */
export function useResultText(): (delivery: Result) => string | undefined {
  const { t } = useTranslation();
  return ({ lastAt, lastStatus, lastFailure }) => {
    if (lastAt === null) return undefined;
    switch (lastFailure) {
      case 'timeout':
        return t('No answer in time');
      case 'private':
        return t('Address in a private network');
      case 'name':
        return t('No such address');
      case 'certificate':
        return t('Certificate not accepted');
      case 'connection':
        return t('No connection');
      default:
        return t('Answered with {{status}}', { status: lastStatus });
    }
  };
}
