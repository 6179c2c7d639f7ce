import { useTranslation } from 'react-i18next';
import type { Delivery } from '#contract/webhooks/schema.ts';

type Result = Pick<Delivery, 'lastStatus' | 'lastFailure' | 'lastAt'>;

/** Returns a function that describes the last attempt of a delivery; undefined before the first. */
export function useResultText(): (delivery: Result) => string | undefined {
  const { t } = useTranslation();
  return ({ lastAt, lastStatus, lastFailure }) => {
    if (lastAt === null) return undefined;
    switch (lastFailure) {
      case 'timeout':
        return t('Timed out');
      case 'private':
        return t('Address in a private network');
      case 'name':
        return t('Address not found');
      case 'certificate':
        return t('Certificate not accepted');
      case 'connection':
        return t('No connection');
      default:
        return t('Response: {{status}}', { status: lastStatus });
    }
  };
}
