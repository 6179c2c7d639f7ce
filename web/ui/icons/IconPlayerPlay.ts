// Written by scripts/vendor-icons.ts. From Tabler Icons 3.51.0, see LICENSE.
import { drawIcon } from './draw-icon.tsx';

export const IconPlayerPlay = /* @__PURE__ */ drawIcon('player-play', [
  'M7 4v16l13 -8l-13 -8',
]);
