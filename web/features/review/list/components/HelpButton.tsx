import { ActionIcon, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#web/ui/dialog/use-overlay.ts';
import { IconKeyboard } from '#web/ui/icons/IconKeyboard.ts';

export function HelpButton() {
  const { t } = useTranslation();
  const { setOverlay } = useOverlay();
  return (
    <Tooltip label={t('Keyboard shortcuts')}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('Keyboard shortcuts')}
        onClick={() => setOverlay('shortcuts')}
        visibleFrom="sm"
      >
        <IconKeyboard size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
