import { useEffect } from 'react';
import { useProductName } from './brand.ts';

export function useDocumentTitle(title: string): void {
  const product = useProductName();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
