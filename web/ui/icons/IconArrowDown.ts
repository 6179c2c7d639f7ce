// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconArrowDown = /* @__PURE__ */ drawIcon('arrow-down', [
  'M12 5l0 14',
  'M18 13l-6 6',
  'M6 13l6 6',
]);
