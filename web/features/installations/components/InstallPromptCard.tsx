import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductMark } from '#web/ui/ProductMark.tsx';
import prompt from '#web/ui/Prompt.module.css';
import { toastInfo } from '#web/ui/toasts.ts';
import {
  rememberDismissal,
  startInstallSession,
  wasDismissed,
  wasExplained,
} from '../model/memory.ts';
import { useInstall } from '../use-install.ts';

const DELAY_MS = 5000;
const HINT_MS = 8000;

/** Offers to install the app shortly after the browser supports it. */
export function InstallPromptCard() {
  const { t } = useTranslation();
  const { way, title, install } = useInstall({ hintMs: HINT_MS });
  const [isShown, setIsShown] = useState(false);
  useEffect(startInstallSession, []);
  useEffect(() => {
    if (!way || way === 'unsupported') return setIsShown(false);
    const timer = setTimeout(() => {
      // Manual installation steps are explained once.
      const isKnown = way !== 'prompt' && wasExplained();
      if (!isKnown && !wasDismissed(Date.now())) setIsShown(true);
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [way]);

  const dismiss = () => {
    rememberDismissal(Date.now());
    setIsShown(false);
  };
  const later = () => {
    dismiss();
    toastInfo({
      title: t('Install Later'),
      message: t('You can install the app at any time from the top bar.'),
    });
  };
  const accept = () => {
    // If the user declined the browser's prompt, hide the card, which would otherwise reappear.
    dismiss();
    install();
  };
  if (!isShown) return null;
  return (
    <Paper
      component="section"
      withBorder
      shadow="lg"
      p="md"
      className={prompt.prompt}
      aria-labelledby="install-title"
    >
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <ProductMark size={40} />
        <div>
          <Text fw={600} id="install-title">
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {t('Open it faster, in full screen, from your home screen.')}
          </Text>
        </div>
        <CloseButton aria-label={t('Close')} onClick={dismiss} />
      </Group>
      <Group justify="flex-end" gap="sm" mt="sm">
        <Button variant="default" size="sm" onClick={later}>
          {t('Later')}
        </Button>
        <Button size="sm" onClick={accept}>
          {t('Install')}
        </Button>
      </Group>
    </Paper>
  );
}
