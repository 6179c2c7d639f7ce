import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { Database } from '../db/database.ts';
import type { Config } from '../platform/config/config.ts';
import type { EventHub } from '../platform/events/event-hub.ts';
import type { ImageWork } from '../platform/files/image-work.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { VirusScanner } from '../platform/files/virus-scanner.ts';
import type { Limits } from '../platform/http/memory-limits.ts';

/** The dependencies passed to every feature. Created once, by `main.ts` or by a test; never global. */
export interface Deps {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  files: FileStore;
  imageWork: ImageWork;
  /** Undefined: uploads are not scanned. */
  virusScanner: VirusScanner | undefined;
  events: EventHub;
  limits: Limits;
}
