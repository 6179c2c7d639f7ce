import { useEffect, useEffectEvent, useRef, useState } from 'react';

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

export type Zoom = { view: View; change: (next: (view: View) => View) => void };

/** The view of one picture, or of two that are zoomed and moved together. */
export function useZoom(): Zoom {
  const [view, change] = useState(FITTED);
  return { view, change };
}

type Options = {
  zoom: Zoom;
  /** Whether the picture is rotated by 90 or 270 degrees. */
  isSideways: boolean;
  /** Whether the wheel zooms, and does not scroll the page. */
  hasWheel: boolean;
};

/** Scales of one pixel of a mouse wheel, and of the gesture of a touchpad, which browsers report as a wheel with Control. */
const WHEEL_SPEED = 0.002;
const TOUCHPAD_SPEED = 0.01;
/** Distance of an arrow key, in parts of the frame. */
const KEY_STEP = 0.1;
/** Of two fingers, so that they never have the distance 0. */
const LEAST_DISTANCE = 0.001;
const CENTRE: Point = { x: 0, y: 0 };
const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: KEY_STEP, y: 0 },
  ArrowRight: { x: -KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: KEY_STEP },
  ArrowDown: { x: 0, y: -KEY_STEP },
};

/** Zooms and moves the picture in a frame by wheel, fingers, pointer and arrow keys; returns what buttons and keys do. */
export function useZoomGestures({ zoom, isSideways, hasWheel }: Options) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const pointers = useRef(new Map<number, Point>());
  const isZoomed = zoom.view.scale > 1;

  const apply = (factor: number, from: Point, to = from) => {
    const picture = frame?.querySelector('img');
    if (!frame || !picture) return;
    const { naturalWidth: width, naturalHeight: height } = picture;
    const size = { width: frame.clientWidth, height: frame.clientHeight };
    const fitted = fitPicture({ width, height }, size, isSideways);
    zoom.change((view) => changeView(view, { factor, from, to }, fitted));
  };
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = frame?.getBoundingClientRect() ?? new DOMRect();
    return { x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 };
  };
  const toggle = (at = CENTRE) => apply(isZoomed ? 0 : TOGGLED, at);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!hasWheel && !event.ctrlKey) return;
    event.preventDefault();
    const speed = event.ctrlKey ? TOUCHPAD_SPEED : WHEEL_SPEED;
    apply(Math.exp(-event.deltaY * speed), pointOf(event));
  });
  const onDown = useEffectEvent((event: PointerEvent) => {
    if (event.button !== 0) return;
    pointers.current.set(event.pointerId, pointOf(event));
    if (isZoomed) frame?.setPointerCapture(event.pointerId);
  });
  const onMove = useEffectEvent((event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const after = pointOf(event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, after);
    if (other) apply(pinchOf(before, after, other), middle(before, other), middle(after, other));
    else if (isZoomed) apply(1, before, after);
  });
  const onUp = useEffectEvent(({ pointerId }: PointerEvent) => pointers.current.delete(pointerId));
  const onTwoFingers = useEffectEvent((event: TouchEvent) => {
    // Otherwise the browser scrolls, and the gesture ends.
    if (event.touches.length > 1) event.preventDefault();
  });
  const onDoubleClick = useEffectEvent((event: MouseEvent) => toggle(pointOf(event)));
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (!step || !isZoomed || event.target !== frame) return;
    event.preventDefault();
    apply(1, CENTRE, step);
  });

  useEffect(() => {
    if (!frame) return;
    const listening = new AbortController();
    const { signal } = listening;
    const active = { signal, passive: false };
    frame.addEventListener('wheel', (event) => onWheel(event), active);
    frame.addEventListener('touchstart', (event) => onTwoFingers(event), active);
    frame.addEventListener('pointerdown', (event) => onDown(event), { signal });
    frame.addEventListener('pointermove', (event) => onMove(event), { signal });
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      frame.addEventListener(end, (event) => onUp(event), { signal });
    frame.addEventListener('dblclick', (event) => onDoubleClick(event), { signal });
    frame.addEventListener('keydown', (event) => onKey(event), { signal });
    return () => listening.abort();
  }, [frame]);

  return {
    setFrame,
    toggle: () => toggle(),
    zoomIn: () => apply(STEP, CENTRE),
    zoomOut: () => apply(1 / STEP, CENTRE),
  };
}

/** Returns how much farther a finger is from the other one. */
function pinchOf(before: Point, after: Point, other: Point): number {
  const distance = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y);
  return distance(after) / Math.max(distance(before), LEAST_DISTANCE);
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
