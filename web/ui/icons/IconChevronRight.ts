// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconChevronRight = /* @__PURE__ */ drawIcon('chevron-right', [
  'M9 6l6 6l-6 6',
]);
