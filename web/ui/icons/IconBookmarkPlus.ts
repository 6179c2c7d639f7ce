// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconBookmarkPlus = /* @__PURE__ */ drawIcon('bookmark-plus', [
  'M12 17l-6 4v-14a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v5',
  'M16 19h6',
  'M19 16v6',
]);
