import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { RequestSent } from '../transactions/components/RequestSent.tsx';
import { useSentRequest } from '../transactions/hooks/use-sent-request.ts';
import { DepositSteps } from './components/DepositSteps.tsx';
import { usePaymentCode } from './hooks/use-payment-code.ts';
import { useActiveQrCodes } from './queries.ts';

/** Shows a payment QR code, then the form to report the deposit with its receipt. */
export function DepositPage() {
  const { t } = useTranslation();
  const qrCodes = useActiveQrCodes();
  const payment = usePaymentCode(qrCodes.data);
  const sent = useSentRequest();
  return (
    <>
      <PageHeader
        title={t('Deposit', { context: 'action' })}
        subtitle={t('Pay with the QR code, then send us the receipt')}
      />
      {sent.isOpen ? (
        <RequestSent
          sent={sent}
          title={t('Deposit Request Submitted')}
          message={t('Your deposit request has been submitted for review')}
          steps={[
            t('An administrator compares your receipt with the payment.'),
            t('The amount is added to your balance, and you are notified.'),
          ]}
          againLabel={t('Make another deposit')}
        />
      ) : (
        <DepositSteps qrCodes={qrCodes} payment={payment} onSent={sent.show} />
      )}
    </>
  );
}
