/** Catalogue keys. */
export const texts = {
  subject: '{{product}}: {{title}}',
  greeting: 'Hello {{username}},',
  details: 'Open your wallet to see the details.',
  link: 'Open your wallet',
  chosen: 'You receive this email because you chose it on your profile.',
  unsubscribe: 'Stop these emails',
  security: 'This is a security alert. It is sent to every confirmed address.',
} as const;
