// Runs before the first paint, so that a chosen colour scheme or language never flashes. It is a
// file of its own because the content security policy forbids inline scripts.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const chosen = stored('mantine-color-scheme-value');
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : systemIsDark ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  document.documentElement.style.colorScheme = scheme;
  const language = stored('preferred_language');
  if (['en', 'hi', 'te', 'ml', 'ta', 'kn'].includes(language)) {
    document.documentElement.lang = language;
  }
})();
