/** Writes down a failure that the person need not act on, with its cause. */
export function logWarning(message: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is where such failures are looked for.
  console.warn(message, cause);
}
