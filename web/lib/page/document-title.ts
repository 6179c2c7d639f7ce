import { useEffect } from 'react';
import { productName } from '../i18n/product.ts';

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productName()}`;
  }, [title]);
}
