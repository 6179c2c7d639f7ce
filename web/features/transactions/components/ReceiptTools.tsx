import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Icon } from '#web/ui/icons/draw-icon.tsx';
import { IconArrowsMaximize } from '#web/ui/icons/IconArrowsMaximize.ts';
import { IconExternalLink } from '#web/ui/icons/IconExternalLink.ts';
import { IconMaximize } from '#web/ui/icons/IconMaximize.ts';
import { IconRotateClockwise } from '#web/ui/icons/IconRotateClockwise.ts';
import { IconZoomIn } from '#web/ui/icons/IconZoomIn.ts';
import { IconZoomOut } from '#web/ui/icons/IconZoomOut.ts';
import classes from './ReceiptImage.module.css';

type ReceiptToolsProps = {
  url: string;
  /** A further button. */
  tool?: ReactNode;
  onRotate: () => void;
  /** Absent where the receipt is zoomed on the full screen only. */
  zoom?: { onFit: () => void; onIn: () => void; onOut: () => void };
  /** Absent on the full screen, and where the receipt is large enough. */
  onFullScreen?: () => void;
};

/** The buttons of a receipt. */
export function ReceiptTools({ url, tool, onRotate, zoom, onFullScreen }: ReceiptToolsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.tools}>
      <OpenLink url={url} />
      <span className={classes.gap} />
      {tool}
      {zoom && <Tool label={t('Fit to screen')} icon={IconMaximize} onClick={zoom.onFit} />}
      <Tool label={t('Rotate')} icon={IconRotateClockwise} onClick={onRotate} />
      {zoom && <Tool label={t('Zoom out')} icon={IconZoomOut} onClick={zoom.onOut} />}
      {zoom && <Tool label={t('Zoom in')} icon={IconZoomIn} onClick={zoom.onIn} />}
      {onFullScreen && (
        <Tool label={t('Full screen')} icon={IconArrowsMaximize} onClick={onFullScreen} />
      )}
    </div>
  );
}

type ToolProps = { label: string; icon: Icon; onClick: () => void };

function Tool({ label, icon: ToolIcon, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={onClick}>
        <ToolIcon size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

function OpenLink({ url }: { url: string }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('Open at full size')}>
      <ActionIcon
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        size="lg"
        aria-label={t('Open at full size')}
      >
        <IconExternalLink size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
