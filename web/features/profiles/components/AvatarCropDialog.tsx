import { Slider, Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionDialog } from '#web/ui/dialog/ActionDialog.tsx';
import { type Crop, centreCrop, cropSide, dragCrop, fitCrop, MAX_ZOOM } from '../model/crop.ts';
import classes from '../pages/ProfilePage.module.css';
import { useChangeAvatar } from '../queries.ts';

/** Side length of the uploaded picture in pixels; the server's maximum. */
const OUTPUT_PIXELS = 512;
const QUALITY = 0.9;
/** Distance that an arrow key moves the picture, as a fraction of the view. */
const KEY_STEP = 0.05;

type AvatarCropDialogProps = { image: ImageBitmap; opened: boolean; onClose: () => void };

/** Crops a square from a chosen image by dragging and zooming, and uploads it. */
export function AvatarCropDialog({ image, opened, onClose }: AvatarCropDialogProps) {
  const { t } = useTranslation();
  const change = useChangeAvatar(onClose);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState(() => centreCrop(image));
  const [cropped, setCropped] = useState(image);
  if (cropped !== image) {
    setCropped(image);
    setCrop(centreCrop(image));
  }
  const send = () =>
    canvas.current?.toBlob(
      (blob) => {
        if (blob) change.mutate(new File([blob], 'avatar', { type: blob.type }));
      },
      'image/webp',
      QUALITY,
    );
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('Change avatar')}
      submitLabel={t('Save avatar')}
      pendingLabel={t('Uploading...')}
      pending={change.isPending}
      onSubmit={send}
      size="sm"
    >
      <Text size="sm" c="dimmed">
        {t('Drag the picture or use the arrow keys to place it.')}
      </Text>
      <CropStage canvas={canvas} image={image} crop={crop} onCrop={setCrop} />
      <Slider
        label={null}
        min={1}
        max={MAX_ZOOM}
        step={0.05}
        value={crop.zoom}
        thumbLabel={t('Zoom')}
        onChange={(zoom) => setCrop(fitCrop({ ...crop, zoom }, image))}
      />
    </ActionDialog>
  );
}

type CropStageProps = {
  canvas: React.RefObject<HTMLCanvasElement | null>;
  image: ImageBitmap;
  crop: Crop;
  onCrop: (crop: Crop) => void;
};

function CropStage({ canvas, image, crop, onCrop }: CropStageProps) {
  const { t } = useTranslation();
  const pointer = useRef<{ x: number; y: number }>(undefined);
  // The dialog mounts its content late, so that drawing uses a ref callback instead of an effect.
  const draw = (element: HTMLCanvasElement | null) => {
    canvas.current = element;
    if (element) drawCrop(element, image, crop);
  };
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, image, crop);
  }, [canvas, image, crop]);

  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!pointer.current) return;
    const { x, y } = pointer.current;
    pointer.current = { x: event.clientX, y: event.clientY };
    const moved = { dx: event.clientX - x, dy: event.clientY - y };
    onCrop(dragCrop(crop, image, { ...moved, viewSide: event.currentTarget.clientWidth }));
  };
  const nudge = (event: KeyboardEvent) => {
    const move = KEY_MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    onCrop(dragCrop(crop, image, { ...move, viewSide: 1 / KEY_STEP }));
  };
  return (
    <canvas
      ref={draw}
      className={classes.stage}
      width={OUTPUT_PIXELS}
      height={OUTPUT_PIXELS}
      role="img"
      aria-label={t('Preview')}
      tabIndex={0}
      onKeyDown={nudge}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pointer.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        pointer.current = undefined;
      }}
    />
  );
}

const KEY_MOVES: Record<string, { dx: number; dy: number } | undefined> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
};

function drawCrop(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const side = cropSide(image, crop.zoom);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(
    image,
    ...([crop.x - side / 2, crop.y - side / 2, side, side] as const),
    ...([0, 0, canvas.width, canvas.height] as const),
  );
}
