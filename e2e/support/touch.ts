import type { Page } from '@playwright/test';

/** The size of a touch target, 44 px (WCAG 2.5.5), minus the browsers' rounding in hit tests. */
const FINGER_PX = 42;

/**
 * Controls of a page that are smaller than a touch target, by name: at this distance from the middle,
 * another element is hit. Links within a sentence may be smaller.
 */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((size) => {
    const pressed =
      'a[href]:not([href^="#"]), button, input, select, textarea, [role=tab], [role=switch]';
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const isCovered = (element: Element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const part =
        element.closest('label, .mantine-Input-wrapper, .mantine-PasswordInput-wrapper') ?? element;
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) return true;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const reach = size / 2;
      return [
        [x - Math.min(reach, window.innerWidth / 2), y],
        [x + reach, y],
        [x, y - reach],
        [x, y + reach],
      ].every(([left = 0, top = 0]) => {
        const met = document.elementFromPoint(left, top);
        return met !== null && (part.contains(met) || met.closest('label')?.contains(part));
      });
    };
    return [...document.querySelectorAll(pressed)]
      .filter((element) => isShown(element) && !element.closest('p') && !isCovered(element))
      .map(
        (element) =>
          `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`,
      );
  }, FINGER_PX);
}
