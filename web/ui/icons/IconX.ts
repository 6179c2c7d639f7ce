// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconX = /* @__PURE__ */ drawIcon('x', [
  'M18 6l-12 12',
  'M6 6l12 12',
]);
