// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconChevronLeft = /* @__PURE__ */ drawIcon('chevron-left', [
  'M15 6l-6 6l6 6',
]);
