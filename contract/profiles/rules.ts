/** Returns the e-mail address shown for a user who has saved none. It is never saved. */
export function emailPlaceholder(username: string): string {
  return `${username.toLowerCase().replace(/\s+/g, '.')}@wallet.example`;
}
