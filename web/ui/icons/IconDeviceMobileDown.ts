// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconDeviceMobileDown = /* @__PURE__ */ drawIcon('device-mobile-down', [
  'M12.5 21h-4.5a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v7',
  'M11 4h2',
  'M12 17v.01',
  'M19 16v6',
  'M22 19l-3 3l-3 -3',
]);
