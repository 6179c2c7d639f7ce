import type { Locator, Page } from '@playwright/test';

interface Size {
  width: number;
  height: number;
}

/** The size of a touch target, 44 px (WCAG 2.5.5), minus rounding, and the edge of the screen at its sides. */
const FINGER: Size = { width: 40, height: 42 };

/**
 * Controls of a page or of a part of it whose area is smaller than a touch target, by name and size. The area is what
 * hit tests find to the sides of the middle, also outside of the visible box. Links within a sentence may be smaller.
 */
export async function findSmallTargets(
  part: Page | Locator,
  { except = 'p *', ...least }: Size & { except?: string } = FINGER,
): Promise<string[]> {
  const root = 'page' in part ? part : part.locator('body');
  const task = { ...least, except };
  return root.evaluate((top, { width, height, except: skipped }) => {
    const PRESSED =
      'a[href]:not([href^="#"]), button, input, select, textarea, summary, [role=tab], [role=switch]';
    const FIELD = 'label, .mantine-Input-wrapper, .mantine-PasswordInput-wrapper';
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const areaOf = (element: Element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      // The first line of a link that wraps.
      const box = element.getClientRects()[0];
      // For screen readers only.
      if (!box || box.width < 2 || box.height < 2) return undefined;
      const field = element.closest(FIELD) ?? element;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const isHit = (left: number, above: number) => {
        const met = document.elementFromPoint(left, above);
        return met !== null && (field.contains(met) || !!met.closest('label')?.contains(field));
      };
      const reach = (right: number, down: number, most: number) => {
        let steps = 0;
        while (steps < most && isHit(x + right * (steps + 1), y + down * (steps + 1))) steps++;
        return steps;
      };
      return {
        across: reach(-1, 0, width) + reach(1, 0, width) + 1,
        down: reach(0, -1, height) + reach(0, 1, height) + 1,
      };
    };
    const scrolled = window.scrollY;
    const small = [...top.querySelectorAll(PRESSED)].flatMap((element) => {
      if (!isShown(element) || element.matches(skipped)) return [];
      const isLarge = ({ across, down }: { across: number; down: number }) =>
        across >= width && down >= height;
      const labels = element instanceof HTMLInputElement ? (element.labels ?? []) : [];
      const area = areaOf(element);
      if (!area || [area, ...[...labels].flatMap((label) => areaOf(label) ?? [])].some(isLarge))
        return [];
      const name = element.getAttribute('aria-label') ?? element.textContent;
      return `${element.tagName} ${name}, ${area.across} × ${area.down}`;
    });
    window.scrollTo({ top: scrolled, behavior: 'instant' });
    return small;
  }, task);
}
