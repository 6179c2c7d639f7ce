import { Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';
import { useWiderThan } from '#web/ui/use-wider-than.ts';
import { FITTED, useZoom, useZoomGestures, type Zoom } from '../hooks/use-zoom.ts';
import classes from './ReceiptImage.module.css';
import { ReceiptTools } from './ReceiptTools.tsx';

type Loading = 'loading' | 'loaded' | 'failed';

const TURNS = 4;
/** Below this width a receipt of the review page is too small to be read. */
const LARGE_FROM = '62em';

type ReceiptImageProps = {
  url: string | null;
  /** Error text if the image fails to load. */
  failedText: string;
  /** Fills the height of its part of the screen; on narrow screens it opens on the full screen. */
  isTall?: boolean;
  /** Whether shortcuts rotate and zoom this image; only one of two images has them. */
  hasKeys?: boolean;
  /** Set to zoom and move two images together. */
  zoom?: Zoom;
  /** A further button next to those of the image. */
  tool?: ReactNode;
  onSeen?: () => void;
  onFailed?: () => void;
};

/** A receipt that can be zoomed, moved, rotated or opened in a new tab. */
export function ReceiptImage(props: ReceiptImageProps) {
  const { user, permissions } = useSession();
  const { t } = useTranslation();
  const [turn, setTurn] = useState(0);
  const opensLarger = !useWiderThan(LARGE_FROM) && props.isTall === true;
  if (user.role === 'admin' && !permissions.includes('receipts:read'))
    return <EmptyState picture="image" title={t('Your admin role does not include receipts.')} />;
  if (!props.url) {
    return (
      <div className={classes.frame} data-tall={props.isTall || undefined}>
        <EmptyState picture="image" title={t('No receipt')} />
      </div>
    );
  }
  const shown = { ...props, url: props.url, turn, onTurn: setTurn };
  return opensLarger ? <SmallReceipt {...shown} /> : <Receipt {...shown} />;
}

type ReceiptProps = ReceiptImageProps & {
  url: string;
  /** Quarter turns of the image, clockwise. */
  turn: number;
  onTurn: (turn: number) => void;
};

/** A receipt that opens on the full screen, where it is zoomed. */
function SmallReceipt({ tool, ...props }: ReceiptProps) {
  const { t } = useTranslation();
  const [isOpen, larger] = useDisclosure(false);
  return (
    <>
      <Receipt {...props} tool={tool} onFullScreen={larger.open} />
      <Modal
        opened={isOpen}
        onClose={larger.close}
        title={t('Receipt image')}
        fullScreen
        closeButtonProps={{ 'aria-label': t('Close') }}
        classNames={{ content: classes.screen, body: classes.screenBody }}
      >
        <Receipt
          url={props.url}
          failedText={props.failedText}
          isTall
          hasKeys={false}
          turn={props.turn}
          onTurn={props.onTurn}
        />
      </Modal>
    </>
  );
}

function Receipt(props: ReceiptProps & { onFullScreen?: () => void }) {
  const { url, failedText, isTall = false, hasKeys = true, onSeen, onFailed, onFullScreen } = props;
  const { turn, onTurn } = props;
  const { t } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  const [loading, setLoading] = useState<Loading>('loading');
  const own = useZoom();
  const zoom = props.zoom ?? own;
  const { view, change } = zoom;
  const gestures = useZoomGestures({ zoom, isSideways: turn % 2 === 1, hasWheel: isTall });
  const { toggle, zoomIn, zoomOut } = gestures;
  // Photos of receipts are often rotated by 90 degrees.
  const rotate = () => {
    onTurn((turn + 1) % TURNS);
    change(({ scale }) => ({ ...FITTED, scale }));
  };
  const fit = () => {
    change(() => FITTED);
    onTurn(0);
  };
  useShortcuts(hasKeys ? { zoom: toggle, zoomIn, zoomOut, rotate, fit } : {});
  if (loading === 'failed') {
    const retry = () => {
      setLoading('loading');
      setAttempt(attempt + 1);
    };
    return (
      <div className={classes.frame} data-tall={isTall || undefined}>
        <ErrorState message={failedText} onRetry={retry} />
      </div>
    );
  }
  const isZoomed = view.scale > 1;
  return (
    <Stack
      gap="xs"
      className={classes.receipt}
      data-tall={isTall || undefined}
      data-overview={onFullScreen ? true : undefined}
    >
      <section
        ref={onFullScreen ? undefined : gestures.setFrame}
        className={classes.frame}
        data-tall={isTall || undefined}
        data-zoomed={isZoomed || undefined}
        aria-label={t('Receipt image')}
        tabIndex={isZoomed ? 0 : -1}
      >
        {loading === 'loading' && <LoadingReceipt />}
        <img
          key={attempt}
          src={url}
          alt={t('Payment receipt')}
          draggable={false}
          className={classes.image}
          style={{
            translate: `${view.x * 100}cqw ${view.y * 100}cqh`,
            scale: String(view.scale),
          }}
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
        {/* The button below the picture does the same by keyboard. */}
        {onFullScreen && (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden
            className={classes.larger}
            onClick={onFullScreen}
          />
        )}
      </section>
      <ReceiptTools
        url={url}
        tool={props.tool}
        onRotate={rotate}
        {...(onFullScreen
          ? { onFullScreen }
          : { zoom: { onFit: fit, onIn: zoomIn, onOut: zoomOut } })}
      />
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
