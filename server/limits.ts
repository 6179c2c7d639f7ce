import {
  createLoginAdmission,
  type LoginAdmission,
} from './features/sessions/admission/service.ts';
import { createConnectionCounts, type OpenConnection } from './platform/http/connections.ts';
import { type CountedRequest, countRequests } from './platform/http/flood-guard.ts';
import { apiKeyRate, connectionCounts, flood } from './platform/http/limits.ts';

/** What a server counts in its memory. */
export interface Limits {
  countRequest(network: string): CountedRequest;
  countKeyRequest(keyId: string): CountedRequest;
  logins: LoginAdmission;
  openConnection: OpenConnection;
}

export function createLimits(): Limits {
  return {
    countRequest: countRequests(flood),
    countKeyRequest: countRequests(apiKeyRate),
    logins: createLoginAdmission(),
    openConnection: createConnectionCounts(connectionCounts),
  };
}
