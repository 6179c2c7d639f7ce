const DEFAULT_NAME = 'the product wallet';

/** The product's name, which the server writes into the page that it serves. */
export function productName(): string {
  const name = document.querySelector<HTMLMetaElement>('meta[name="product-name"]')?.content;
  // Vite's own development server leaves the placeholder as it stands.
  return name && !name.startsWith('%') ? name : DEFAULT_NAME;
}
