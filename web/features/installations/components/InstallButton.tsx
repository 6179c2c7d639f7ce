import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconDeviceMobileDown } from '#web/ui/icons/IconDeviceMobileDown.ts';
import { useInstall } from '../use-install.ts';

const HINT_MS = 12_000;

export function InstallButton() {
  const { t } = useTranslation();
  const { way, install } = useInstall({ hintMs: HINT_MS });
  if (!way) return null;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t('Install app')}
      onClick={install}
    >
      <IconDeviceMobileDown size={20} />
    </ActionIcon>
  );
}
