import classes from './QrCode.module.css';
import { qrMatrix } from './qr-matrix.ts';

type QrCodeProps = { text: string; label: string; size?: 'usual' | 'large' };

/** A QR code of a text, black on white in every colour scheme, because many scanners need it. */
export function QrCode({ text, label, size = 'usual' }: QrCodeProps) {
  const rows = qrMatrix(text);
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className={classes.code}
      data-size={size}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={squares.join('')} />
    </svg>
  );
}
