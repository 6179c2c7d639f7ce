const DEFAULT_NAME = 'the product wallet';

export function productName(): string {
  const name = document.querySelector<HTMLMetaElement>('meta[name="product-name"]')?.content;
  // Vite's development server does not replace the placeholder.
  return name && !name.startsWith('%') ? name : DEFAULT_NAME;
}
