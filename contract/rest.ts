import type { ErrorCode, ErrorData } from './errors.ts';

/** Where the procedures are served as REST. What changes incompatibly comes under the next number. */
export const REST_PATH = '/api/v1';

/** Names an intent in a header: the same as the `requestKey` of a command that takes one. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** How an error is written outside of `/rpc` (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';

/** Explains every code that a problem can have; the `type` of each is an anchor of it. */
export const PROBLEMS_PATH = `${REST_PATH}/problems`;

/** An error as `application/problem+json`. `code` and `data` are ours, the others RFC 9457's. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  /** What happened this time, in English. */
  detail: string;
  /** The request's id, which logs show too; absent where none could be given. */
  instance?: string;
  code: ErrorCode;
  data?: ErrorData;
  /** Of malformed input: each field that was refused. */
  errors?: FieldError[];
}

/** Why one field was refused, in English. */
export interface FieldError {
  /** A JSON pointer (RFC 6901) as a fragment, such as `#/ids/0`; of a query or a path the parameter's name. */
  pointer: string;
  detail: string;
}

/** What names a kind of problem, the same whenever it occurs. */
export function problemType(code: ErrorCode): Pick<Problem, 'type' | 'title' | 'code'> {
  const words = code.toLowerCase().replaceAll('_', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return { type: `${PROBLEMS_PATH}#${code}`, title, code };
}
