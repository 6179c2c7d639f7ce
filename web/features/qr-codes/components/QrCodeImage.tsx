import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconQrcode } from '#web/ui/icons/IconQrcode.ts';
import { useLostImage } from '#web/ui/use-lost-image.ts';
import classes from './QrCodeImage.module.css';

type QrCodeImageProps = { url: string; alt: string; size: 'small' | 'card' | 'large' };

/** A QR code on white, or a placeholder if the image fails to load. */
export function QrCodeImage({ url, alt, size }: QrCodeImageProps) {
  const { t } = useTranslation();
  const { isLost, onError, retry } = useLostImage(url);
  if (isLost) {
    return (
      <div className={classes.frame} data-size={size} data-failed>
        <IconQrcode className={classes.icon} role="img" aria-label={alt} />
        {size !== 'small' && (
          <Text size="sm" c="dimmed">
            {t('The image could not be loaded')}
          </Text>
        )}
        {size === 'large' && (
          <Button variant="default" size="compact-sm" onClick={retry}>
            {t('Retry')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={classes.frame} data-size={size}>
      <img
        src={url}
        alt={alt}
        className={classes.image}
        // Loads the large QR code eagerly, because it is the main content of its page.
        loading={size === 'large' ? 'eager' : 'lazy'}
        onError={onError}
      />
    </div>
  );
}
