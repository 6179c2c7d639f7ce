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
    page.querySelector('.known')?.remove();
    page.append(message, said(safe), button, ...contact().map(said));
  };

  /** Like SHOWN_FOR_MS in web/lib/session/last-seen.ts. */
  const SHOWN_FOR_MS = 7 * 86_400_000;

  /** Returns the balance that web/lib/session/last-seen.ts stored, unless it is hidden, old or another person's. */
  const lastBalance = () => {
    const isUserPage = /^\/(?:user(?:\/|$)|$)/.test(location.pathname);
    const isUser = stored('isLoggedIn') === 'true' && stored('userRole') === 'user';
    if (!isUserPage || !isUser || stored('balance-hidden') === 'true') return undefined;
    try {
      const { userId, balance } = JSON.parse(stored('last-seen')).json;
      const seenAt = new Date(balance.seenAt);
      const isRecent = Date.now() - seenAt.getTime() < SHOWN_FOR_MS;
      const isShown = userId === stored('userId') && isRecent;
      return isShown && Number.isSafeInteger(balance.balancePaise)
        ? { seenAt, paise: balance.balancePaise }
        : undefined;
    } catch {
      return undefined;
    }
  };

  /** 12345678 to "₹1,23,456.78", like formatRupees. */
  const rupees = (paise) => {
    const digits = String(Math.abs(paise)).padStart(3, '0');
    const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{2})*\d{3}$)/g, ',');
    return `${paise < 0 ? '-' : ''}₹${whole}.${digits.slice(-2)}`;
  };

  /** Like formatDateTime, without Intl: its first use takes 100 ms on a slow phone. */
  const moment = (date, months) => {
    const india = new Date(date.getTime() + 5.5 * 3_600_000);
    const day = `${india.getUTCDate()} ${months[india.getUTCMonth()]} ${india.getUTCFullYear()}`;
    const hours = india.getUTCHours();
    const minutes = String(india.getUTCMinutes()).padStart(2, '0');
    return `${day}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`;
  };

  // Shows the last known balance while the application starts.
  const showBalance = () => {
    const page = document.querySelector('.starting');
    const balance = lastBalance();
    if (!page || !balance) return;
    const texts = JSON.parse(page.dataset.texts)[document.documentElement.lang];
    const line = (name, text) => {
      const element = document.createElement('span');
      element.className = name;
      element.textContent = text;
      return element;
    };
    const time = moment(balance.seenAt, texts.months);
    const known = document.createElement('span');
    known.className = 'known';
    known.append(
      line('said', texts.balance),
      line('amount', rupees(balance.paise)),
      line('said', texts.asOf.replace('{{time}}', time)),
    );
    page.querySelector('p')?.append(known);
  };
  // The page is complete, and the application has not started.
  document.addEventListener('readystatechange', showBalance, { once: true });

  const isScript = ({ target }) => target instanceof HTMLScriptElement;
  addEventListener('error', (event) => isScript(event) && tell(), true);
  addEventListener('startfailure', tell);
})();
