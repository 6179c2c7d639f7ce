import type { Locator } from '@playwright/test';

/**
 * The texts of a part of the screen that can't be read whole: cut off by a box that hides what is too much, wider
 * than the button or card they stand in, off the screen, or set in lines too low for their script.
 */
export function findCutTexts(part: Locator): Promise<string[]> {
  return part.evaluate((root) => {
    /** Rounding, and the hair's breadth of a glyph that leans out of its box. */
    const SLACK = 1.5;
    const BOXES = 'button, a, [role=tab], [role=dialog], th, td, label, li, .mantine-Badge-root';
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) throw new Error('No canvas');
    const found = new Set<string>();

    /** How far the glyphs of a text reach above and below its baseline, and how far the font's box does. */
    const measure = (text: string, style: CSSStyleDeclaration) => {
      // Its own shorthand is empty where digits are tabular.
      const { fontStyle, fontWeight, fontSize, fontFamily } = style;
      pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
      const ink = pen.measureText(text);
      return {
        ...{ width: ink.width, above: ink.actualBoundingBoxAscent },
        ...{ below: ink.actualBoundingBoxDescent, fontAbove: ink.fontBoundingBoxAscent },
      };
    };
    const isCutter = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const isForEyes = (element: Element) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return false;
      for (let at: Element | null = element; at; at = at.parentElement) {
        // Read out only: a single pixel stands for it on screen.
        if (at.clientWidth <= 1 && isCutter(getComputedStyle(at).overflowX)) return false;
      }
      return true;
    };

    const checkText = (node: Node, element: Element) => {
      const text = node.textContent?.trim() ?? '';
      const style = getComputedStyle(element);
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()];
      const [first, last] = [lines[0], lines.at(-1)];
      if (!first || !last) return;
      const report = (what: string) => found.add(`${what}: ${text.slice(0, 60)}`);
      const all = range.getBoundingClientRect();
      const shown = style.textTransform === 'uppercase' ? text.toUpperCase() : text;
      const { above, below, fontAbove } = measure(shown, style);
      const ink = {
        ...{ left: all.left, right: all.right },
        ...{ top: first.top + fontAbove - above, bottom: last.top + fontAbove + below },
      };
      if (lines.length > 1 && above + below > Number.parseFloat(style.lineHeight) + SLACK)
        report('lines touch');
      const own = style.display === 'inline' ? undefined : element;
      for (const box of [own, element.closest(BOXES)].map((one) => one?.getBoundingClientRect()))
        if (box && (ink.left < box.left - SLACK || ink.right > box.right + SLACK))
          report('wider than its box');
      let [acrossDone, downDone] = [false, false];
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        const edge = at.getBoundingClientRect();
        if (!acrossDone && isCutter(overflowX)) {
          if (ink.left < edge.left - SLACK || ink.right > edge.right + SLACK)
            report('cut sideways');
        }
        if (!downDone && isCutter(overflowY)) {
          if (ink.top < edge.top - SLACK || ink.bottom > edge.bottom + SLACK)
            report('cut above or below');
        }
        acrossDone ||= /auto|scroll/.test(overflowX);
        downDone ||= /auto|scroll/.test(overflowY);
      }
      if (!acrossDone && (ink.left < -SLACK || ink.right > window.innerWidth + SLACK))
        report('off the screen');
    };

    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      if (node.textContent?.trim() && element && isForEyes(element)) checkText(node, element);
    }
    for (const field of root.querySelectorAll('input')) {
      // What someone types scrolls; what we wrote there does not.
      const text = field.readOnly ? field.value : field.placeholder;
      const style = getComputedStyle(field);
      const room =
        field.clientWidth -
        Number.parseFloat(style.paddingLeft) -
        Number.parseFloat(style.paddingRight);
      if (text && (field.readOnly || !field.value) && isForEyes(field)) {
        if (measure(text, style).width > room + SLACK) found.add(`wider than its field: ${text}`);
      }
    }
    for (const list of root.querySelectorAll('[role=tablist]')) {
      if (list.scrollWidth > list.clientWidth + SLACK)
        found.add(`tabs scroll: ${list.textContent}`);
    }
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth)
      found.add('the page scrolls sideways');
    return [...found];
  });
}
