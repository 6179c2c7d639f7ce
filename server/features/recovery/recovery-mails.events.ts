/** Catalogue keys. */
export const texts = {
  greeting: 'Hello {{username}},',
  resetPassword: {
    subject: 'Choose a new password for {{product}}',
    fact: 'Someone asked to reset the password of your account. The link is valid for {{minutes}} minutes and works once.',
    advice: 'If it was not you, ignore this mail: your password stays as it is.',
    link: 'Choose a new password',
  },
  confirmAddress: {
    subject: 'Your code for {{product}}: {{code}}',
    fact: 'Enter this code on your profile to confirm your recovery address: {{code}}',
    advice:
      'The code is valid for {{minutes}} minutes. If you did not ask for it, ignore this mail.',
    link: undefined,
  },
  addressChanged: {
    subject: 'Your recovery address for {{product}} was changed',
    fact: 'This address is no longer the recovery address of your account.',
    advice:
      'If you did not do this, change your password and contact support: {{phone}}, {{email}}',
    link: undefined,
  },
} as const;
