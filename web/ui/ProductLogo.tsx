import type { ReactNode } from 'react';
import { useBrand } from '#web/lib/page/brand.ts';
import classes from './ProductLogo.module.css';
import { useLostImage } from './use-lost-image.ts';

type ProductLogoProps = { height: number; alt: string; children: ReactNode };

/** The operator's logo, or `children` if there is none. */
export function ProductLogo({ height, alt, children }: ProductLogoProps) {
  const { logo } = useBrand();
  const image = useLostImage(logo ?? '');
  if (!logo || image.isLost) return children;
  return (
    <img src={logo} className={classes.logo} style={{ height }} alt={alt} onError={image.onError} />
  );
}
