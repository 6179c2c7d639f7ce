import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PaymentIntent } from '#contract/payment-intents/schema.ts';
import { buildUpiLink, toUpiAmount } from '#contract/qr-codes/rules.ts';
import type { QrCode as PaymentCode } from '#contract/qr-codes/schema.ts';
import { formatRupees, type Paise, toPaise } from '#contract/shared/money.ts';
import { saveFile } from '#web/lib/files/save-file.ts';
import { IconCopy } from '#web/ui/icons/IconCopy.ts';
import { IconDownload } from '#web/ui/icons/IconDownload.ts';
import { IconExternalLink } from '#web/ui/icons/IconExternalLink.ts';
import { QrCode } from '#web/ui/QrCode.tsx';
import { drawQrPng } from '#web/ui/qr-matrix.ts';
import { toastError } from '#web/ui/toasts.ts';
import { useCopy } from '#web/ui/use-copy.ts';
import { BESIDE_SIDEBAR, useWiderThan } from '#web/ui/use-wider-than.ts';
import { useTranslated } from '../../translations/use-translated.ts';
import classes from './PaymentQrCard.module.css';

type DrawnCodeProps = {
  code: PaymentCode & { upiId: string; payeeName: string };
  intent: PaymentIntent;
};

/** The QR code of one payment, with what to copy for payers who cannot scan it. */
export default function DrawnCode({ code, intent }: DrawnCodeProps) {
  const { t } = useTranslation();
  const name = useTranslated(code.name);
  const { upiId, payeeName } = code;
  const { referenceId } = intent;
  const amountPaise = toPaise(intent.amountPaise);
  const link = buildUpiLink(code, { amountPaise, referenceId });
  return (
    <Stack gap="xs" align="center" ta="center" aria-live="polite">
      <div className={classes.drawn}>
        <QrCode text={link} label={t('Payment QR code: {{name}}', { name })} size="large" />
        <div className={classes.payee}>
          <Text fw={600} size="lg">
            {t('Pay {{amount}}', { amount: formatRupees(amountPaise) })}
          </Text>
          <Text className={classes.wrap}>{payeeName}</Text>
          <Text c="dimmed" size="sm" className={classes.wrap} translate="no">
            {upiId}
          </Text>
        </div>
      </div>
      <CodeButtons upiId={upiId} link={link} amountPaise={amountPaise} referenceId={referenceId} />
      <Text c="dimmed" className={classes.note}>
        {t(
          'Keep the note {{reference}} in your UPI app. With it we find your payment. The QR code stays the same until you send the receipt.',
          { reference: referenceId.replace('-', '') },
        )}
      </Text>
    </Stack>
  );
}

type CodeButtonsProps = {
  upiId: string;
  link: string;
  amountPaise: Paise;
  referenceId: string;
};

function CodeButtons({ upiId, link, amountPaise, referenceId }: CodeButtonsProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const isPhone = !useWiderThan(BESIDE_SIDEBAR);
  const amount = toUpiAmount(amountPaise);
  const save = () =>
    drawQrPng(link).then(
      (image) => saveFile(image, `${referenceId}.png`),
      () =>
        toastError({ message: t('The QR code could not be saved. Take a screenshot instead.') }),
    );
  return (
    <Stack gap="xs" w="100%">
      {isPhone && (
        <Button component="a" href={link} leftSection={<IconExternalLink size={18} aria-hidden />}>
          {t('Open UPI app')}
        </Button>
      )}
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={!isPhone && <IconCopy size={16} aria-hidden />}
          onClick={() => void copy(upiId, t('UPI ID copied to clipboard'))}
        >
          {t('Copy UPI ID')}
        </Button>
        <Button
          variant="default"
          leftSection={!isPhone && <IconCopy size={16} aria-hidden />}
          onClick={() => void copy(amount, t('Amount copied to clipboard'))}
        >
          {t('Copy amount')}
        </Button>
        <Button
          variant="default"
          leftSection={!isPhone && <IconDownload size={16} aria-hidden />}
          onClick={() => void save()}
        >
          {t('Save code')}
        </Button>
      </div>
    </Stack>
  );
}
