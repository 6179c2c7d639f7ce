import { useTranslation } from 'react-i18next';
import type { Beneficiary } from '#contract/transactions.ts';
import { DetailsList } from '../transactions/DetailsList.tsx';

/** The full bank account that a withdrawal is sent to, each part to be copied. */
export function BeneficiaryDetails({ beneficiary }: { beneficiary: Beneficiary }) {
  const { t } = useTranslation();
  const { accountHolderName, bankName, accountNumber, ifscCode } = beneficiary;
  const ifsc = ifscCode ? [{ label: t('IFSC Code'), value: ifscCode, copy: ifscCode }] : [];
  return (
    <DetailsList
      details={[
        { label: t('Account Holder'), value: accountHolderName, copy: accountHolderName },
        { label: t('Bank Name'), value: bankName },
        { label: t('Account Number'), value: accountNumber, copy: accountNumber },
        ...ifsc,
      ]}
    />
  );
}
