import { useTranslation } from 'react-i18next';
import { IconPhotoOff } from '#web/ui/icons/IconPhotoOff.ts';
import { useLostImage } from '#web/ui/use-lost-image.ts';
import classes from './BannerImage.module.css';

type BannerImageProps = { url: string; title: string };

/** A banner's image, or a placeholder if it fails to load. */
export function BannerImage({ url, title }: BannerImageProps) {
  const { t } = useTranslation();
  const { isLost, onError } = useLostImage(url);
  if (isLost) {
    return (
      <div className={classes.frame} role="img" aria-label={t('The image could not be loaded')}>
        <IconPhotoOff size={28} aria-hidden />
      </div>
    );
  }
  return (
    <div className={classes.frame}>
      <img
        src={url}
        alt={t('Banner {{title}}', { title })}
        className={classes.image}
        loading="lazy"
        draggable={false}
        onError={onError}
      />
    </div>
  );
}
