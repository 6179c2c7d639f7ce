/**
 * A second SIGTERM, as from a manager that signals the process and its group, does not interrupt the stop. A second
 * Ctrl-C ends the process immediately.
 */
export function onStopSignal(stop: () => void): () => void {
  process.on('SIGTERM', stop);
  process.once('SIGINT', stop);
  return () => {
    process.off('SIGTERM', stop);
    process.off('SIGINT', stop);
  };
}
