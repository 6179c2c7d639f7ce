import { createLoginAdmission, type LoginAdmission } from '../auth/login-admission.ts';
import { createConnectionCounts, type OpenConnection } from './connections.ts';
import { type CountedRequest, countRequests } from './flood-guard.ts';
import { apiKeyRate, connectionCounts, flood } from './limits.ts';

/** The counts that a server has in its memory. */
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
