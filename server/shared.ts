import type { Registry } from 'prom-client';
import { createLoginAdmission } from './features/sessions/admission/service.ts';
import { createConnectionCounts } from './platform/http/connections.ts';
import { countRequests } from './platform/http/flood-guard.ts';
import { apiKeyRate, connectionCounts, flood } from './platform/http/limits.ts';
import type { Shared } from './platform/processes/shared.ts';
import { watchWorkers } from './platform/processes/worker-metrics.ts';

/** The limits and metrics of a server with one process. */
export function createShared(): Shared {
  const admission = createLoginAdmission();
  const countKey = countRequests(apiKeyRate);
  const countConnection = createConnectionCounts(connectionCounts);
  let metrics: Registry | undefined;
  return {
    countRequest: countRequests(flood),
    countKeyRequest: async (keyId) => countKey(keyId),
    admitLogin: async (request) => admission.admit(request),
    openConnection(network, refuse) {
      const close = countConnection(network);
      if (!close) refuse();
      return close ?? (() => undefined);
    },
    publishMetrics(registry) {
      watchWorkers(registry, () => 1);
      metrics = registry;
    },
    readMetrics: async () => (await metrics?.metrics()) ?? '',
  };
}
