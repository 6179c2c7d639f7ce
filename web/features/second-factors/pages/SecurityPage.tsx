import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { OwnFactorCards } from '../components/OwnFactorCards.tsx';

/** The second factors of the signed-in person. */
export function SecurityPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader
        title={t('Security')}
        subtitle={t('A second factor protects your account if somebody learns your password.')}
      />
      <OwnFactorCards />
    </>
  );
}
