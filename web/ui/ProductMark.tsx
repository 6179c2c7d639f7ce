import { useBrand } from '#web/lib/page/brand.ts';
import classes from './ProductMark.module.css';
import { useLostImage } from './use-lost-image.ts';

/** The operator's icon, or the product's mark. Decorative: the name is next to it. */
export function ProductMark({ size }: { size: number }) {
  const { icon } = useBrand();
  const image = useLostImage(icon ?? '');
  if (icon && !image.isLost) {
    return (
      <img
        src={icon}
        className={classes.icon}
        width={size}
        height={size}
        alt=""
        onError={image.onError}
      />
    );
  }
  return (
    <svg className={classes.mark} width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="18" />
      <path d="M21 18h23M21 27h23M21 18h8a9 9 0 0 1 0 18h-8l17 13" />
    </svg>
  );
}
