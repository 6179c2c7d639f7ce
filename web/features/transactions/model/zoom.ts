/** Coordinates, or a displacement, in parts of the frame's width and height. The origin is its centre. */
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
/** Magnification of a picture that fits its frame at 1, and the displacement of its centre. */
export type View = Point & { scale: number };

export const FITTED: View = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 8;
/** Factor of a button or key. */
export const STEP = 1.5;
/** Factor of a double click and of the key that zooms in and out. */
export const TOGGLED = 2.5;

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/** Returns how much of the frame's width and height the fitted picture fills: 1 for the tighter one. */
export function fitPicture(picture: Size, frame: Size, isSideways: boolean): Size {
  const across = isSideways ? picture.height : picture.width;
  const down = isSideways ? picture.width : picture.height;
  if (!(across > 0 && down > 0 && frame.width > 0 && frame.height > 0))
    return { width: 1, height: 1 };
  const scale = Math.min(frame.width / across, frame.height / down);
  return { width: (across * scale) / frame.width, height: (down * scale) / frame.height };
}

type Change = {
  factor: number;
  /** The point of the frame that the zoom keeps, before and after. */
  from: Point;
  to: Point;
};

/** Zooms and moves a view. The picture covers its frame, or is centred where it is smaller than the frame. */
export function changeView(view: View, { factor, from, to }: Change, fitted: Size): View {
  const scale = between(1, view.scale * factor, MAX_SCALE);
  const ratio = scale / view.scale;
  const farthest = (part: number) => Math.max(0, (part * scale - 1) / 2);
  const place = (at: number, before: number, after: number, limit: number) =>
    between(-limit, after - (before - at) * ratio, limit);
  return {
    scale,
    x: place(view.x, from.x, to.x, farthest(fitted.width)),
    y: place(view.y, from.y, to.y, farthest(fitted.height)),
  };
}
