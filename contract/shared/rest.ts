import type { ErrorCode, ErrorData } from './errors.ts';

/** Base path of the REST API. Incompatible changes require the next version number. */
export const REST_PATH = '/api/v1';

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

export const PROBLEM_TYPE = 'application/problem+json';

export const PROBLEMS_PATH = `${REST_PATH}/problems`;

/** An error in the `application/problem+json` format. `code` and `data` are extensions of RFC 9457. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** The request id, also written to logs; absent if the request has none. */
  instance?: string;
  code: ErrorCode;
  data?: ErrorData;
  /** Rejected fields, if the input is malformed. */
  errors?: FieldError[];
}

export interface FieldError {
  /** A JSON pointer fragment (RFC 6901) such as `#/ids/0`; for query and path parameters the name. */
  pointer: string;
  detail: string;
}

export function problemType(code: ErrorCode): Pick<Problem, 'type' | 'title' | 'code'> {
  const words = code.toLowerCase().replaceAll('_', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return { type: `${PROBLEMS_PATH}#${code}`, title, code };
}
