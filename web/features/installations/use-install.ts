import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useProductName } from '#web/lib/page/brand.ts';
import { installOffer, onInstallOffer, promptInstall } from '#web/lib/page/install-offer.ts';
import { toastInfo, toastSuccess } from '#web/ui/toasts.ts';
import { type BrowserKind, browserKind, installWay } from './model/browsers.ts';
import { rememberExplained } from './model/memory.ts';

const IOS_HINT_MS = 10_000;

/** Returns how to install the app, and a function that does it and shows the result as a toast. */
export function useInstall({ hintMs }: { hintMs: number }) {
  const { t } = useTranslation();
  const offer = useSyncExternalStore(onInstallOffer, installOffer);
  const [kind] = useState(() => browserKind(navigator.userAgent, navigator.maxTouchPoints));
  const way = installWay({ ...offer, kind, isSecure: window.isSecureContext });
  const steps = useSteps();
  const title = t('Install {{product}}', { product: useProductName() });

  const install = async () => {
    if (way === 'prompt') return showOutcome(await promptInstall());
    rememberExplained();
    const autoClose = way === 'ios' ? IOS_HINT_MS : hintMs;
    toastInfo({ title, message: steps[kind], autoClose });
  };
  const showOutcome = (outcome: 'accepted' | 'dismissed' | undefined) => {
    if (outcome === 'accepted') {
      toastSuccess({
        title: t('App Installing!'),
        message: t('It will appear among your apps shortly.'),
      });
    }
    if (outcome === 'dismissed') {
      toastInfo({
        title: t('Maybe Later'),
        message: t('You can install the app at any time from the top bar.'),
      });
    }
  };
  return { way, title, install: () => void install() };
}

/** Manual installation steps for each browser. */
function useSteps(): Record<BrowserKind, string> {
  const { t } = useTranslation();
  const menu = t('Open the browser menu and choose "Install app" or "Add to Home screen".');
  return {
    ios: t('Tap "Share", then "Add to Home Screen".'),
    firefox: t(
      'Installing apps is not supported in Firefox. Please open this page in Chrome, Edge or Safari.',
    ),
    samsung: t('Open the browser menu, tap "Add page to", then "Home screen".'),
    opera: t('Open the browser menu and choose "Home screen".'),
    edge: t('Open the browser menu, choose "Apps", then "Install this site as an app".'),
    chrome: menu,
    safari: t('Open the "File" menu and choose "Add to Dock".'),
    other: menu,
  };
}
