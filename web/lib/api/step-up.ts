import { rememberFocus } from '../page/focus.ts';
import { createStore } from '../page/store.ts';
import { errorCode, errorParam } from './errors.ts';

export type StepUpRequest = {
  /** How the person can confirm their identity. */
  methods: readonly string[];
  /** Ends the request: `true` sends the refused calls again, `false` fails them. */
  end: (isConfirmed: boolean) => void;
};

/** The open dialog, if any. Calls that are refused meanwhile wait for its result. */
export const stepUpRequest = createStore<StepUpRequest | undefined>(undefined);

let answer: Promise<boolean> | undefined;

function askToConfirm(methods: readonly string[]): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => {
    stepUpRequest.set({ methods, end: resolve });
  }).finally(() => {
    answer = undefined;
    stepUpRequest.set(undefined);
  });
  return answer;
}

/**
 * Sends a call. If the server requires a confirmation, opens the dialog, and sends the same call again afterwards. If the
 * person cancels, throws the refusal.
 */
export async function withStepUp<Result>(send: () => Promise<Result>): Promise<Result> {
  const restoreFocus = rememberFocus();
  try {
    return await send();
  } catch (error) {
    if (errorCode(error) !== 'STEP_UP_REQUIRED') throw error;
    return await askAndRepeat(error, send).finally(restoreFocus);
  }
}

async function askAndRepeat<Result>(
  refusal: unknown,
  send: () => Promise<Result>,
): Promise<Result> {
  if (errorCode(refusal) !== 'STEP_UP_REQUIRED') throw refusal;
  const methods = String(errorParam(refusal, 'methods') ?? '').split(' ');
  if (!(await askToConfirm(methods))) throw refusal;
  return send().catch((error: unknown) => askAndRepeat(error, send));
}
