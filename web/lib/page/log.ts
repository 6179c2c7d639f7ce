export function logWarning(message: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: such failures are reported in the browser console.
  console.warn(message, cause);
}
