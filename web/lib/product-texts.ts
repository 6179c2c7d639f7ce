/** What the product says of itself outside its screens: to a search, on a phone's home screen. */
export function productTexts(t: (text: string) => string) {
  return {
    /** Stands under the icon of the installed app, where there is room for a word. */
    shortName: t('Wallet'),
    description: t('Deposit, withdraw and follow every rupee in your passbook.'),
  };
}
