/** A square crop: its centre in image pixels, and its zoom factor. */
export type Crop = { x: number; y: number; zoom: number };
export type ImageSize = { width: number; height: number };

export const MAX_ZOOM = 4;

/** Returns the side length of the square in image pixels. */
export function cropSide({ width, height }: ImageSize, zoom: number): number {
  return Math.min(width, height) / zoom;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Returns the nearest square that is completely inside the image. */
export function fitCrop(crop: Crop, size: ImageSize): Crop {
  const zoom = clamp(crop.zoom, 1, MAX_ZOOM);
  const half = cropSide(size, zoom) / 2;
  return {
    x: clamp(crop.x, half, size.width - half),
    y: clamp(crop.y, half, size.height - half),
    zoom,
  };
}

/** Returns the largest centred square. */
export function centreCrop({ width, height }: ImageSize): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

/** Returns the square after dragging the image by `(dx, dy)` in a view of `viewSide` pixels. */
export function dragCrop(
  crop: Crop,
  size: ImageSize,
  { dx, dy, viewSide }: { dx: number; dy: number; viewSide: number },
): Crop {
  const scale = cropSide(size, crop.zoom) / viewSide;
  return fitCrop({ ...crop, x: crop.x - dx * scale, y: crop.y - dy * scale }, size);
}
