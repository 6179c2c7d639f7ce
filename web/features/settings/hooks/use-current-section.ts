import { useEffect, useState } from 'react';

/**
 * Returns the id of the section that is read: the one of the address while it is on the screen, otherwise the first on the
 * screen. Undefined before the first measurement.
 */
export function useCurrentSection(ids: string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const all = ids.join(' ');
  useEffect(() => {
    const order = all.split(' ');
    const visible = new Set<string>();
    const choose = () => {
      const addressed = window.location.hash.slice(1);
      setCurrent(visible.has(addressed) ? addressed : order.find((id) => visible.has(id)));
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target.id);
          else visible.delete(target.id);
        }
        choose();
      },
      // Without what the top bar and the index cover, and the end of a section that was read.
      { rootMargin: '-20% 0px 0px' },
    );
    for (const id of order) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    window.addEventListener('hashchange', choose);
    return () => {
      observer.disconnect();
      window.removeEventListener('hashchange', choose);
    };
  }, [all]);
  return current;
}
