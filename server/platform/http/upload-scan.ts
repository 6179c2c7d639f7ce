import type { FastifyRequest } from 'fastify';
import { appError } from '../../base/errors.ts';
import type { Actor } from '../auth/gate.ts';
import { noteRefusal } from '../commands/activity.ts';
import type { ImageDeps } from '../files/stored-images.ts';
import type { VirusScanner } from '../files/virus-scanner.ts';

export interface ScanDeps extends Pick<ImageDeps, 'db' | 'clock' | 'log'> {
  /** Undefined: uploads are not scanned. */
  virusScanner: VirusScanner | undefined;
}

/** Throws FILE_INFECTED, which is logged and in the audit log, or ScannerUnavailable. */
export async function refuseViruses(
  deps: ScanDeps,
  request: FastifyRequest,
  { actor, file, signal }: { actor: Actor; file: string; signal: AbortSignal },
): Promise<void> {
  const virus = await deps.virusScanner?.scan(file, signal);
  if (virus === undefined) return;
  const { userId } = actor;
  const route = `${request.method} ${request.routeOptions.url ?? ''}`;
  const becauseOf = 'FILE_INFECTED';
  deps.log.warn({ userId, route, virus, requestId: request.id }, 'upload refused: it has a virus');
  noteRefusal(deps, { userId, ip: request.ip, route, becauseOf });
  throw appError(becauseOf);
}
