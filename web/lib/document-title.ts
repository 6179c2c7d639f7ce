import { useEffect } from 'react';
import { productName } from './product.ts';

/** Names the browser tab after the page on screen. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productName()}`;
  }, [title]);
}
