// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconMinus = /* @__PURE__ */ drawIcon('minus', [
  'M5 12l14 0',
]);
