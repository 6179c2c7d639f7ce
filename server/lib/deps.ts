import type { Database } from '../db/database.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { EventHub } from './events/event-hub.ts';
import type { ImageWork } from './files/image-work.ts';
import type { FileStore } from './files/store.ts';
import type { Logger } from './log.ts';

/** The dependencies passed to every feature. Created once, by `main.ts` or by a test; never global. */
export interface Deps {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  files: FileStore;
  imageWork: ImageWork;
  events: EventHub;
}
