import type { Locator } from '@playwright/test';

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A text on the screen, measured by its drawn glyphs instead of its line boxes. */
interface DrawnText {
  text: string;
  ink: Edges;
  lines: number;
  /** In pixels. */
  fontSize: number;
  /** The height of the glyphs of one line, and the distance between lines. */
  inkHeight: number;
  lineHeight: number;
  /** Its button or cell, and its card. */
  boxes: Edges[];
  /** Whether its button of a dialog, or entry of the bottom bar, has others in its row. */
  isInRow: boolean;
  /** Whether that button is too close to the edge of the dialog. */
  isAtEdge: boolean;
  /** The elements around it that clip or scroll overflow, innermost first. */
  frames: { x: string; y: string; edges: Edges }[];
}

/** Tolerance for rounding and for glyphs that slightly leave their box. */
const SLACK = 1.5;

/** The least distance of texts from the edge of the screen, and of buttons from the edge of a dialog. */
const EDGE = 8;

/** The least font size in pixels. */
const SMALLEST_FONT = 11;

/**
 * Returns the texts of a part of the screen that are not readable in full: clipped by a box, wider than their button
 * or card, too close to the edge of the screen, too small, or in lines too low for their script. Also returns buttons of dialogs
 * and entries of the bottom bar with several lines although others are in their row, buttons at the edge of a dialog,
 * and text fields that a phone would zoom into because of their small font.
 */
export async function findCutTexts(part: Locator): Promise<string[]> {
  const answer = await part.evaluate(measure, [EDGE, SLACK]);
  // Written by `measure`.
  const { texts, fields, scrolling, width } = JSON.parse(answer) as Measured;
  const faults = texts.flatMap((text) => faultsOf(text, width));
  return [...new Set([...faults, ...fields, ...scrolling])];
}

interface Measured {
  texts: DrawnText[];
  fields: string[];
  scrolling: string[];
  /** Of the screen. */
  width: number;
}

/**
 * Runs in the browser, once the next frame has begun. One call instead of four, and one string instead of thousands
 * of objects, which take Playwright more time than measuring.
 */
const measure = new Function(
  ...['root', '[edge, slack]'],
  `return new Promise(requestAnimationFrame).then(() => JSON.stringify({
    texts: (${drawTexts})(root, edge),
    fields: (${findNarrowFields})(root, slack),
    scrolling: (${findScrolling})(root, slack),
    width: window.innerWidth,
  }))`,
) as (root: Element, limits: number[]) => Promise<string>;

function faultsOf(drawn: DrawnText, screenWidth: number): string[] {
  const { ink, lines, inkHeight, lineHeight, boxes } = drawn;
  const faults = framesOf(drawn);
  if (lines > 1 && inkHeight > lineHeight + SLACK) faults.push('lines touch');
  if (lines > 1 && drawn.isInRow) faults.push('wraps in a row of buttons');
  if (drawn.fontSize < SMALLEST_FONT) faults.push(`has a font of ${drawn.fontSize} px`);
  if (drawn.isAtEdge) faults.push('at the edge of the dialog');
  if (boxes.some((box) => isWider(ink, box))) faults.push('wider than its box');
  const isMovable = drawn.frames.some(({ x }) => isScroller(x));
  if (!isMovable && isWider(ink, { left: EDGE, right: screenWidth - EDGE }))
    faults.push('at the edge of the screen');
  return faults.map((fault) => `${fault}: ${drawn.text.slice(0, 60)}`);
}

/** Text that is clipped by the elements around it, up to the first that scrolls. */
function framesOf({ ink, frames }: DrawnText): string[] {
  const faults: string[] = [];
  let [across, down] = [true, true];
  for (const { x, y, edges } of frames) {
    // Hidden as a whole: no part of it is cut.
    if (isCutter(y) && (ink.top >= edges.bottom || ink.bottom <= edges.top)) return [];
    if (across && isCutter(x) && isWider(ink, edges)) faults.push('cut sideways');
    if (down && isCutter(y) && isHigher(ink, edges)) faults.push('cut above or below');
    across &&= !isScroller(x);
    down &&= !isScroller(y);
  }
  return faults;
}

function isCutter(overflow: string): boolean {
  return overflow === 'hidden' || overflow === 'clip';
}

function isScroller(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}

function isWider(ink: Edges, { left, right }: Pick<Edges, 'left' | 'right'>): boolean {
  return ink.left < left - SLACK || ink.right > right + SLACK;
}

function isHigher(ink: Edges, { top, bottom }: Edges): boolean {
  return ink.top < top - SLACK || ink.bottom > bottom + SLACK;
}

/** Runs in the browser: every visible text. */
function drawTexts(root: Element, edge: number): DrawnText[] {
  const BOXES = 'button, a, [role=tab], [role=dialog], th, td, label, li, .mantine-Badge-root';
  const CARD = '.mantine-Paper-root';
  const ROW = '[role=dialog] .mantine-Button-root, footer nav a';
  const pen = document.createElement('canvas').getContext('2d');
  const edgesOf = ({ left, right, top, bottom }: DOMRect) => ({ left, right, top, bottom });

  type Frames = DrawnText['frames'] | undefined;
  const known = new Map<Element, Frames>();
  /** The element and its ancestors that clip or scroll overflow. */
  const framesAround = (element: Element | null): Frames => {
    if (!element || element === document.body) return [];
    if (!known.has(element)) known.set(element, readFrames(element));
    return known.get(element);
  };
  const readFrames = (element: Element): Frames => {
    const around = framesAround(element.parentElement);
    const { overflowX: x, overflowY: hidden, webkitLineClamp } = getComputedStyle(element);
    // Shortened to some lines with an ellipsis: the whole text opens.
    const y = webkitLineClamp === 'none' ? hidden : 'visible';
    if (!around || (x === 'visible' && y === 'visible')) return around;
    // For screen readers only: it has a single pixel on screen.
    if (element.clientWidth <= 1 && (x === 'hidden' || x === 'clip')) return undefined;
    return [{ x, y, edges: edgesOf(element.getBoundingClientRect()) }, ...around];
  };
  const placeOf = (button: Element | null) => {
    if (!button) return { isInRow: false, isAtEdge: false };
    const box = button.getBoundingClientRect();
    const dialog = button.closest('[role=dialog]')?.getBoundingClientRect();
    const isBeside = (other: Element) => {
      const { top, bottom, width } = other.getBoundingClientRect();
      return other !== button && width > 0 && top < box.bottom && bottom > box.top;
    };
    return {
      isInRow: [...(button.parentElement?.children ?? [])].some(isBeside),
      isAtEdge:
        dialog !== undefined && (box.left < dialog.left + edge || box.right > dialog.right - edge),
    };
  };
  const draw = (node: Node, element: Element): DrawnText[] => {
    const text = node.textContent?.trim() ?? '';
    const style = getComputedStyle(element);
    const frames = framesAround(element);
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()];
    const [first, last] = [lines[0], lines.at(-1)];
    if (!pen || !frames || !first || !last) return [];
    // The `font` shorthand is empty if digits are tabular.
    const { fontStyle, fontWeight, fontSize, fontFamily } = style;
    pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const ink = pen.measureText(style.textTransform === 'uppercase' ? text.toUpperCase() : text);
    const [above, below] = [ink.actualBoundingBoxAscent, ink.actualBoundingBoxDescent];
    const { left, right: end } = range.getBoundingClientRect();
    // Ends in an ellipsis on purpose: the tooltip has all of it, and some of it is readable.
    const isShortened =
      style.textOverflow === 'ellipsis' &&
      element.getAttribute('title') === text &&
      element.clientWidth >= 48;
    const right = isShortened ? Math.min(end, element.getBoundingClientRect().right) : end;
    const top = first.top + ink.fontBoundingBoxAscent - above;
    const bottom = last.top + ink.fontBoundingBoxAscent + below;
    // Before the document, where a chart measures its labels.
    if (bottom + window.scrollY < 0) return [];
    const boxes = [
      style.display === 'inline' ? undefined : element,
      element.closest(BOXES),
      element.closest(CARD),
    ];
    return [
      {
        text,
        frames,
        lines: lines.length,
        fontSize: Number.parseFloat(fontSize),
        ...placeOf(element.closest(ROW)),
        ink: { left, right, top, bottom },
        inkHeight: above + below,
        lineHeight: Number.parseFloat(style.lineHeight),
        boxes: boxes.flatMap((box) => (box ? edgesOf(box.getBoundingClientRect()) : [])),
      },
    ];
  };

  const found: DrawnText[] = [];
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim()) continue;
    const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (isSeen) found.push(...draw(node, element));
  }
  return found;
}

/** Runs in the browser: text fields with a font that iOS zooms into, or with a placeholder that is wider. */
function findNarrowFields(root: Element, slack: number): string[] {
  const SMALLEST_TYPED = 16;
  const TYPED = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select';
  const pen = document.createElement('canvas').getContext('2d');
  return [...root.querySelectorAll<HTMLInputElement>(TYPED)].flatMap((field) => {
    const isSeen = field.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!pen || !isSeen || field.clientWidth <= 1) return [];
    const { fontSize, paddingLeft, paddingRight, textOverflow } = getComputedStyle(field);
    const zooms = Number.parseFloat(fontSize) < SMALLEST_TYPED;
    // Typed text scrolls, and a placeholder of several lines wraps.
    const hint = field.value || field.tagName === 'TEXTAREA' ? '' : field.placeholder;
    const letters = getComputedStyle(field, '::placeholder');
    pen.font = `${letters.fontStyle} ${letters.fontWeight} ${letters.fontSize} ${letters.fontFamily}`;
    const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
    const [needed, room] = [pen.measureText(hint ?? '').width, field.clientWidth - padding];
    // Ends in an ellipsis on purpose: the tooltip has all of it, and most of it is readable.
    const isShortened = textOverflow === 'ellipsis' && field.title === hint && room > 0.7 * needed;
    const isCut = needed > room + slack && !isShortened;
    return [
      ...(zooms ? [`zoomed into: ${field.labels?.[0]?.textContent}`] : []),
      ...(isCut ? [`wider than its field: ${hint}`] : []),
    ];
  });
}

/** Runs in the browser: elements that scroll sideways and should not. */
function findScrolling(root: Element, slack: number): string[] {
  const lists = [...root.querySelectorAll('[role=tablist]')];
  const { scrollWidth, clientWidth } = document.documentElement;
  return [
    ...lists
      .filter((list) => list.scrollWidth > list.clientWidth + slack)
      .map((list) => `tabs scroll: ${list.textContent}`),
    ...(scrollWidth > clientWidth ? ['the page scrolls sideways'] : []),
  ];
}
