// Runs before the first paint, so that the page never flashes in the wrong colour scheme or language. A separate
// file, because the content security policy forbids inline scripts.
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

  /** Returns the support contact that web/lib/page/support-contact.ts stored. */
  const contact = () => {
    try {
      const { phone, email } = JSON.parse(stored('support-contact'));
      return [`${phone} · ${email}`];
    } catch {
      return [];
    }
  };

  // Shows that the application failed to load. Before it starts, no other code can report the failure.
  const tell = () => {
    const page = document.querySelector('.starting');
    if (!page || page.querySelector('button')) return;
    const texts = JSON.parse(page.dataset.texts);
    const { failure, safe, retry } = texts[document.documentElement.lang];
    const said = (text) => {
      const message = document.createElement('p');
      message.className = 'said';
      message.textContent = text;
      return message;
    };
    const message = said(failure);
    message.setAttribute('role', 'alert');
    const button = document.createElement('button');
    button.textContent = retry;
    const again = () => location.reload();
    button.addEventListener('click', again);
    addEventListener('online', again);
    page.append(message, said(safe), button, ...contact().map(said));
  };
  const isScript = ({ target }) => target instanceof HTMLScriptElement;
  addEventListener('error', (event) => isScript(event) && tell(), true);
  addEventListener('startfailure', tell);
})();
