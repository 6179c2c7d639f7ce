import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stepUpRequest, withStepUp } from './step-up.ts';

const refusal = new ORPCError('STEP_UP_REQUIRED', { data: { methods: 'password other' } });

/** A call that is refused until the session is confirmed. */
function callOf(session: { isConfirmed: boolean }) {
  return vi.fn(async () => {
    if (!session.isConfirmed) throw refusal;
    return 'sent';
  });
}

async function dialogIsOpen(): Promise<void> {
  await vi.waitFor(() => expect(stepUpRequest.get()).toBeDefined());
}

beforeEach(() => {
  vi.stubGlobal('document', { activeElement: null, hidden: true });
  vi.stubGlobal('HTMLElement', class {});
});
afterEach(() => vi.unstubAllGlobals());

test('opens one dialog for calls that are refused together, and sends each again', async () => {
  for (let round = 0; round < 2; round += 1) {
    const session = { isConfirmed: false };
    const calls = [callOf(session), callOf(session)];
    const outcomes = Promise.all(calls.map(withStepUp));
    await dialogIsOpen();
    const opened = stepUpRequest.get();
    expect(opened?.methods).toEqual(['password', 'other']);
    session.isConfirmed = true;
    opened?.end(true);
    expect(await outcomes).toEqual(['sent', 'sent']);
    for (const call of calls) expect(call).toHaveBeenCalledTimes(2);
    expect(stepUpRequest.get()).toBeUndefined();
  }
});

test('throws the refusal if the person cancels', async () => {
  const call = callOf({ isConfirmed: false });
  const outcome = withStepUp(call).catch((error: unknown) => error);
  await dialogIsOpen();
  stepUpRequest.get()?.end(false);
  expect(await outcome).toBe(refusal);
  expect(call).toHaveBeenCalledTimes(1);
});

test('does not repeat a call that fails for another reason', async () => {
  const call = vi.fn(async () => {
    throw new ORPCError('USER_NOT_FOUND');
  });
  await expect(withStepUp(call)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  expect(call).toHaveBeenCalledTimes(1);
});
