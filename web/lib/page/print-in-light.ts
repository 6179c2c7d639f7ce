const SCHEME = 'data-mantine-color-scheme';

export function printInLight(): void {
  const root = document.documentElement;
  let onScreen: string | null = null;
  const colour = (scheme: string) => {
    root.setAttribute(SCHEME, scheme);
    root.style.colorScheme = scheme;
  };
  window.addEventListener('beforeprint', () => {
    onScreen ??= root.getAttribute(SCHEME);
    colour('light');
  });
  window.addEventListener('afterprint', () => {
    if (onScreen) colour(onScreen);
    onScreen = null;
  });
}
