import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Toaster.module.css';
import { findToastTop } from './toast-place.ts';
import { hideErrors, MAX_TOASTS } from './toasts.ts';
import { BESIDE_SIDEBAR } from './use-wider-than.ts';

/** Shows toasts where they cover no heading, no amount and no control. Opening a dialog closes error toasts. */
export default function Toaster() {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  useEffect(() => watchDialogs(hideErrors), []);
  useEffect(() => (section.current ? watchToasts(section.current) : undefined), []);
  return (
    <section aria-label={t('Messages')} ref={section}>
      <Notifications
        position="top-center"
        limit={MAX_TOASTS}
        zIndex={1000}
        withinPortal={false}
        classNames={{ root: classes.root }}
      />
    </section>
  );
}

const KEPT = 'h1, h2, h3, h4, [data-amount]';
const NEEDED = `a[href], button, input, select, textarea, summary, label, [role=button], ${KEPT}`;

/** The page may change under a toast, for example after a form was sent. */
const CHECK_MS = 500;

function watchToasts(section: HTMLElement): () => void {
  const stack = section.querySelector('[data-position="top-center"] > *');
  if (!stack) return () => undefined;
  let timer: number | undefined;
  let top: number | undefined;
  const place = () => {
    if (stack.childElementCount === 0) {
      window.clearInterval(timer);
      timer = undefined;
      top = undefined;
      return;
    }
    timer ??= window.setInterval(place, CHECK_MS);
    top = topOf(stack, top);
    section.style.setProperty('--toasts-top', `${top}px`);
  };
  // Waits a frame, in which the dialog that caused the toast closes.
  let frame = 0;
  const observer = new MutationObserver(() => {
    frame = requestAnimationFrame(place);
  });
  observer.observe(stack, { childList: true });
  place();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    window.clearInterval(timer);
  };
}

function topOf(stack: Element, current: number | undefined): number {
  const { left, right, height } = stack.getBoundingClientRect();
  const screen = visibleScreen();
  const occupied = spansOfNeeded(screen)
    .filter(({ element }) => !stack.contains(element))
    .filter(({ box }) => box.left < right && box.right > left)
    .map(({ span }) => span);
  const from = window.matchMedia(`(min-width: ${BESIDE_SIDEBAR})`).matches ? 'top' : 'bottom';
  return findToastTop({ height, screen, occupied, from, current });
}

type Screen = { top: number; bottom: number };

/** The part of the page above a phone's keyboard. */
function visibleScreen(): Screen {
  const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {};
  return { top: offsetTop, bottom: offsetTop + height };
}

/** The visible controls, headings and amounts. The bars hide the part of the page that was scrolled under them. */
function spansOfNeeded(screen: Screen) {
  const dialogs = document.querySelectorAll('[role=dialog][aria-modal=true]');
  const page = dialogs[dialogs.length - 1] ?? document.body;
  const main = document.querySelector('main');
  const under = document.querySelector('header')?.getBoundingClientRect().bottom ?? screen.top;
  const over = document.querySelector('footer')?.getBoundingClientRect().top ?? screen.bottom;
  return [...page.querySelectorAll(NEEDED)]
    .filter((element) => element.checkVisibility())
    .map((element) => {
      const box = element.getBoundingClientRect();
      const isScrolled = main?.contains(element) ?? false;
      const top = isScrolled ? Math.max(box.top, under) : box.top;
      const bottom = isScrolled ? Math.min(box.bottom, over) : box.bottom;
      return { element, box, span: { top, bottom, isKept: element.matches(KEPT) } };
    })
    .filter(({ span }) => span.top < span.bottom);
}

/** Attribute with the number of dialogs that lock scrolling (react-remove-scroll-bar). */
const LOCKS = 'data-scroll-locked';

function watchDialogs(onOpen: () => void): () => void {
  const count = () => Number(document.body.getAttribute(LOCKS) ?? 0);
  let open = count();
  const observer = new MutationObserver(() => {
    if (count() > open) onOpen();
    open = count();
  });
  observer.observe(document.body, { attributeFilter: [LOCKS] });
  return () => observer.disconnect();
}
