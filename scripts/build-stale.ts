import path from 'node:path';
import { buildWhatIsStale } from './build.ts';

process.exitCode = (await buildWhatIsStale(path.resolve(import.meta.dirname, '..'))) ? 0 : 1;
