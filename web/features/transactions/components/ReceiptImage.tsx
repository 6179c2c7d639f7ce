import { ActionIcon, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { useUncontrolled } from '@mantine/hooks';
import {
  IconExternalLink,
  IconMaximize,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';
import classes from './ReceiptImage.module.css';

type Loading = 'loading' | 'loaded' | 'failed';

const TURNS = 4;

type ReceiptImageProps = {
  url: string | null;
  /** Error text if the image fails to load. */
  failedText: string;
  /** Fills the height of its part of the screen. */
  isTall?: boolean;
  /** Whether shortcuts rotate and zoom this image; only one of two images has them. */
  hasKeys?: boolean;
  /** Set to zoom two images together. */
  isZoomed?: boolean;
  onZoom?: (isZoomed: boolean) => void;
  /** A further button next to those of the image. */
  tool?: ReactNode;
  onSeen?: () => void;
  onFailed?: () => void;
};

/** A receipt that can be zoomed, rotated or opened in a new tab. */
export function ReceiptImage(props: ReceiptImageProps) {
  const { user, permissions } = useSession();
  const { t } = useTranslation();
  if (user.role !== 'admin' || permissions.includes('receipts:read')) return <Receipt {...props} />;
  return <EmptyState picture="image" title={t('Your admin role does not include receipts.')} />;
}

function Receipt(props: ReceiptImageProps) {
  const { url, failedText, isTall, hasKeys = true, onSeen, onFailed } = props;
  const { t } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  const [loading, setLoading] = useState<Loading>('loading');
  const [isZoomed, setIsZoomed] = useUncontrolled({
    value: props.isZoomed,
    defaultValue: false,
    onChange: props.onZoom,
  });
  const [turn, setTurn] = useState(0);
  const zoom = () => setIsZoomed(!isZoomed);
  // Photos of receipts are often rotated by 90 degrees.
  const rotate = () => setTurn((turn + 1) % TURNS);
  const fit = () => {
    setIsZoomed(false);
    setTurn(0);
  };
  useShortcuts(hasKeys ? { zoom, rotate, fit } : {});
  const frame = { className: classes.frame, 'data-tall': isTall || undefined };
  if (!url) {
    return (
      <div {...frame}>
        <EmptyState picture="image" title={t('No receipt')} />
      </div>
    );
  }
  const retry = () => {
    setLoading('loading');
    setAttempt(attempt + 1);
  };
  if (loading === 'failed') {
    return (
      <div {...frame}>
        <ErrorState message={failedText} onRetry={retry} />
      </div>
    );
  }
  return (
    <Stack gap="xs" className={classes.receipt} data-tall={isTall || undefined}>
      <section {...frame} aria-label={t('Receipt image')} tabIndex={isZoomed ? 0 : -1}>
        {loading === 'loading' && <LoadingReceipt />}
        <img
          key={attempt}
          src={url}
          alt={t('Payment receipt')}
          className={classes.image}
          data-zoomed={isZoomed || undefined}
          data-turn={turn}
          hidden={loading === 'loading'}
          onLoad={() => {
            setLoading('loaded');
            onSeen?.();
          }}
          onError={() => {
            setLoading('failed');
            onFailed?.();
          }}
        />
      </section>
      <div className={classes.tools}>
        <OpenLink url={url} />
        <span className={classes.gap} />
        {props.tool}
        <FitButton onFit={fit} />
        <RotateButton onRotate={rotate} />
        <ZoomButton isZoomed={isZoomed} onToggle={zoom} />
      </div>
    </Stack>
  );
}

function LoadingReceipt() {
  const { t } = useTranslation();
  return (
    <div role="status" className={classes.loading}>
      <Skeleton height="100%" radius="md" aria-hidden />
      <Text size="sm" c="dimmed" ta="center">
        {t('Loading receipt')}
      </Text>
    </div>
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

function ZoomButton({ isZoomed, onToggle }: { isZoomed: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  const label = isZoomed ? t('Zoom out') : t('Zoom in');
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={onToggle}>
        {isZoomed ? <IconZoomOut size={18} /> : <IconZoomIn size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}

function FitButton({ onFit }: { onFit: () => void }) {
  const { t } = useTranslation();
  const label = t('Fit to screen');
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={onFit}>
        <IconMaximize size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

function RotateButton({ onRotate }: { onRotate: () => void }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('Rotate')}>
      <ActionIcon variant="default" size="lg" aria-label={t('Rotate')} onClick={onRotate}>
        <IconRotateClockwise size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
