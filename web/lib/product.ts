const DEFAULT_NAME = 'the product wallet';

/** The product's name, which the server writes into the page that it serves. */
export function productName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="product-name"]');
  return meta?.content || DEFAULT_NAME;
}
