import { useTranslation } from 'react-i18next';
import type { Beneficiary } from '#contract/transactions/schema.ts';
import { type Detail, DetailsList } from './DetailsList.tsx';

/** The unmasked bank account of a withdrawal; each field can be copied. */
export function BeneficiaryDetails({ beneficiary }: { beneficiary: Beneficiary }) {
  const { t } = useTranslation();
  const { accountHolderName, bankName, accountNumber, ifscCode } = beneficiary;
  const ifsc: Detail[] = ifscCode
    ? [{ label: t('IFSC code'), value: ifscCode, copy: { kind: 'ifsc', value: ifscCode } }]
    : [];
  return (
    <DetailsList
      details={[
        {
          label: t('Account holder'),
          value: accountHolderName,
          copy: { kind: 'accountHolder', value: accountHolderName },
        },
        { label: t('Bank name'), value: bankName },
        {
          label: t('Account number'),
          value: accountNumber,
          copy: { kind: 'accountNumber', value: accountNumber },
        },
        ...ifsc,
      ]}
    />
  );
}
