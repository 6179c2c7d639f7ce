import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { BankAccountsSection } from '../components/BankAccountsSection.tsx';

export function BankAccountsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader
        title={t('Your Bank Accounts')}
        subtitle={t('Where your withdrawals are paid out')}
      />
      <BankAccountsSection headed={false} />
    </>
  );
}
