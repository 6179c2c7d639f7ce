/** Catalogue keys. */
export const texts = {
  title: '{{product}}: {{title}}',
  details: 'Open your wallet to see the details.',
} as const;
