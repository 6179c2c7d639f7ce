import type { ComponentPropsWithRef, FunctionComponent } from 'react';

type IconProps = Omit<ComponentPropsWithRef<'svg'>, 'children' | 'stroke'> & { size?: number };

export type Icon = FunctionComponent<IconProps>;

/** Returns the component of an icon that consists of these paths. It has the markup of Tabler's own components. */
export function drawIcon(name: string, paths: string[]): Icon {
  return ({ color = 'currentColor', size = 24, className, ...props }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the place that shows an icon names it, or hides it from screen readers
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke={color}
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`tabler-icon tabler-icon-${name}${className ? ` ${className}` : ''}`}
      {...props}
    >
      {paths.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
