/** Returns a function that runs `work`. Calls during a run wait for that run. */
export function shareRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
