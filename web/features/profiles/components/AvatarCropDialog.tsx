import { Slider, Text } from '@mantine/core';
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTranslation } from 'react-i18next';
import { ActionDialog } from '#web/ui/dialog/ActionDialog.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';
import { useChangeAvatar } from '../queries.ts';
import classes from './AvatarCropDialog.module.css';

/** Side length of the uploaded picture in pixels; the server's maximum. */
const OUTPUT_PIXELS = 512;
const QUALITY = 0.9;
const MAX_ZOOM = 4;
/** Distance in pixels that an arrow key moves the picture. */
const KEY_STEP = 12;
const CENTRED = { crop: { x: 0, y: 0 }, zoom: 1 };

/** A chosen file and its decoded pixels. */
export type ChosenPicture = { file: File; image: ImageBitmap };

type AvatarCropDialogProps = { picture: ChosenPicture; opened: boolean; onClose: () => void };

/** Crops a square from a chosen picture by dragging and zooming, and uploads it. */
export default function AvatarCropDialog({ picture, opened, onClose }: AvatarCropDialogProps) {
  const { t } = useTranslation();
  const change = useChangeAvatar(onClose);
  const url = useObjectUrl(picture.file);
  const [{ crop, zoom }, setView] = useState(CENTRED);
  /** Unknown until the picture is on screen. */
  const [area, setArea] = useState<Area>();
  const [shown, setShown] = useState(picture);
  if (shown !== picture) {
    setShown(picture);
    setView(CENTRED);
    setArea(undefined);
  }
  const send = async () => {
    const blob = area && (await encode(picture.image, area));
    if (blob) change.mutate(new File([blob], 'avatar', { type: blob.type }));
  };
  const zoomTo = (next: number) => setView((view) => ({ ...view, zoom: next }));
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('Change avatar')}
      submitLabel={t('Save avatar')}
      pendingLabel={t('Uploading...')}
      pending={change.isPending}
      submitDisabled={area === undefined}
      onSubmit={() => void send()}
      size="sm"
    >
      <Text size="sm" c="dimmed">
        {t('Drag the picture or use the arrow keys to place it.')}
      </Text>
      <div className={classes.stage}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={1}
          objectFit="cover"
          cropShape="round"
          showGrid={false}
          keyboardStep={KEY_STEP}
          // The content security policy forbids <style> elements without a nonce; the styles are imported above.
          disableAutomaticStylesInjection
          classes={{ cropAreaClassName: classes.circle }}
          cropperProps={{ role: 'img', 'aria-label': t('Preview') }}
          onCropChange={(next) => setView((view) => ({ ...view, crop: next }))}
          onZoomChange={zoomTo}
          onCropAreaChange={(_, pixels) => setArea(pixels)}
        />
      </div>
      <Slider
        label={null}
        min={1}
        max={MAX_ZOOM}
        step={0.05}
        value={zoom}
        thumbLabel={t('Zoom')}
        onChange={zoomTo}
      />
    </ActionDialog>
  );
}

function encode(image: ImageBitmap, { x, y, width, height }: Area): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = OUTPUT_PIXELS;
  canvas.height = OUTPUT_PIXELS;
  const context = canvas.getContext('2d');
  context?.drawImage(image, x, y, width, height, 0, 0, OUTPUT_PIXELS, OUTPUT_PIXELS);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY));
}
