import { Stack, Text } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './PaymentQrCard.module.css';

type QrImageProps = { src: string; alt: string };

/** A QR code on white, as scanners need it; a placeholder graphic when the image can't be loaded. */
export function QrImage({ src, alt }: QrImageProps) {
  const { t } = useTranslation();
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) {
    return (
      <Stack
        className={classes.placeholder}
        align="center"
        justify="center"
        gap="xs"
        role="img"
        aria-label={alt}
      >
        <IconQrcode className={classes.placeholderIcon} stroke={1} aria-hidden />
        <Text size="sm" c="dimmed">
          {t('The image could not be loaded')}
        </Text>
      </Stack>
    );
  }
  return (
    <div className={classes.frame}>
      <img className={classes.image} src={src} alt={alt} onError={() => setHasFailed(true)} />
    </div>
  );
}
