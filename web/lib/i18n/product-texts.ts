export function productTexts(t: (text: string) => string) {
  return {
    /** Shown under the icon of the installed app; must be one short word. */
    shortName: t('Wallet'),
    /** The actions of the installed app's icon. */
    shortcuts: [
      { name: t('Deposit'), url: '/user/deposit' },
      { name: t('Withdraw'), url: '/user/withdraw' },
      { name: t('Passbook'), url: '/user/passbook' },
    ],
    /** Names of the pictures that browsers show before an installation. */
    pictures: { home: t('Home'), passbook: t('Passbook') },
    description: t('Deposit, withdraw and follow every rupee in your passbook.'),
  };
}

/** Shown before the application has started: the last known balance, and a failure. */
export function startTexts(t: (text: string, params?: { time: string }) => string) {
  return {
    balance: t('Balance'),
    // public/boot.js inserts the time.
    asOf: t('As of {{time}}', { time: '{{time}}' }),
    failure: t('The page could not be loaded. Check your connection and try again.'),
    safe: t(
      'Your money is safe. Your balance is kept on our server, and your passbook shows every request that has reached us.',
    ),
    retry: t('Try again'),
  };
}
