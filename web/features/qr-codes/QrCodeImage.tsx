import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './QrCodeImage.module.css';

type QrCodeImageProps = { url: string; name: string; size: 'small' | 'card' };

/** A QR code's picture, or a drawn placeholder when it can't be loaded. */
export function QrCodeImage({ url, name, size }: QrCodeImageProps) {
  const { t } = useTranslation();
  const [failedUrl, setFailedUrl] = useState<string>();
  return (
    <div className={classes.frame} data-size={size}>
      {failedUrl === url ? (
        <div
          className={classes.placeholder}
          role="img"
          aria-label={t('The image could not be loaded')}
        >
          <IconQrcode size="60%" stroke={1} aria-hidden />
        </div>
      ) : (
        <img
          src={url}
          alt={t('QR code {{name}}', { name })}
          className={classes.image}
          loading="lazy"
          onError={() => setFailedUrl(url)}
        />
      )}
    </div>
  );
}
