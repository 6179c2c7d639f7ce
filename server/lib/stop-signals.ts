/**
 * Calls `stop` when the process is told to stop, until the returned function is called. Told again by SIGTERM, as by a
 * manager that signals the process and its whole group, the process goes on to the end of what it does; a second
 * Ctrl-C ends it at once.
 */
export function onStopSignal(stop: () => void): () => void {
  process.on('SIGTERM', stop);
  process.once('SIGINT', stop);
  return () => {
    process.off('SIGTERM', stop);
    process.off('SIGINT', stop);
  };
}
