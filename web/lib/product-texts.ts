/** What the product says of itself outside its screens: to a search, on a phone's home screen. */
export function productTexts(t: (text: string) => string) {
  return {
    /** Stands under the icon of the installed app, where there is room for a word. */
    shortName: t('Wallet'),
    description: t('Deposit, withdraw and follow every rupee in your passbook.'),
  };
}

/** What is said while the application does not come, before it could say anything itself. */
export function startFailureTexts(t: (text: string) => string) {
  return {
    failure: t('The page could not be loaded. Check your connection and try again.'),
    safe: t(
      'Your money is safe. Your balance is kept on our server, and your passbook shows every request that has reached us.',
    ),
    retry: t('Try again'),
  };
}
