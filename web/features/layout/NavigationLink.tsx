import { useLinkProps, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { nextPaint, nextTask } from '../../lib/next-task.ts';
import { type NavigationEntry, placeOf } from './navigation.ts';

type NavigationLinkProps = {
  entry: Pick<NavigationEntry, 'to' | 'aliases' | 'details'>;
  className?: string;
  children: ReactNode;
};

/** A way to a screen. On a slow phone drawing that takes a moment, so that the press is answered first. */
export function NavigationLink({ entry, className, children }: NavigationLinkProps) {
  const { to } = entry;
  const { pathname } = useLocation();
  const place = placeOf(entry, pathname);
  const navigate = useNavigate();
  const { history } = useRouter();
  const [isPressed, setPressed] = useState(false);
  const follow = async (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    setPressed(true);
    await nextPaint();
    const arrival = navigate({ to });
    await nextTask();
    // Where a form with something unsent in it asks first, nobody may ever arrive.
    if (history.location.pathname === to) await arrival;
    setPressed(false);
  };
  // By itself a link would also be current for all addresses that begin like its own.
  const link = useLinkProps({
    to,
    activeOptions: { exact: true },
    onClick: (event) => void follow(event),
  });
  return (
    <a
      {...link}
      className={className}
      data-current={isPressed ? 'page' : place}
      aria-current={place === 'part' ? 'true' : place}
    >
      {children}
    </a>
  );
}

/** Whether it is for this window. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
