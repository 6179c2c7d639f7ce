/** Number of requests for a reply within the timeout. */
const TURNS = 10;

/**
 * Requests a reply from another process repeatedly, and calls `onSilent` once if it receives none for the timeout. The turns of
 * this process are counted: while the machine is suspended or this process waits for a processor, none passes.
 */
export function watchReplies(
  ask: () => Promise<unknown>,
  { timeoutMs, onSilent }: { timeoutMs: number; onSilent: () => void },
): { stop(): void } {
  let isWaiting = false;
  let missed = 0;
  const timer = setInterval(() => {
    if (!isWaiting) {
      isWaiting = true;
      missed = 0;
      const onReply = () => {
        isWaiting = false;
      };
      // A process that has ended does not reply, and its `exit` event is handled elsewhere.
      ask().then(onReply, () => undefined);
      return;
    }
    missed += 1;
    if (missed < TURNS) return;
    clearInterval(timer);
    onSilent();
  }, timeoutMs / TURNS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
