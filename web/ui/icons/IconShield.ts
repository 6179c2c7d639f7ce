// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconShield = /* @__PURE__ */ drawIcon('shield', [
  'M12 3a12 12 0 0 0 8.5 3a12 12 0 0 1 -8.5 15a12 12 0 0 1 -8.5 -15a12 12 0 0 0 8.5 -3',
]);
