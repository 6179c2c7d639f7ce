/** The first file descriptor that a supervisor passes on, by the protocol of systemd. */
const FIRST_DESCRIPTOR = 3;

/**
 * Returns the listening socket that systemd, or another supervisor, opened for this process: connections wait in it while
 * one server ends and the next one starts. Undefined if there is none. Removes the variables, so that no child process
 * takes the socket for its own.
 */
export function takeListeningSocket(env: NodeJS.ProcessEnv): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = env;
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete env[name];
  if (LISTEN_PID !== String(process.pid)) return undefined;
  if (LISTEN_FDS !== '1')
    throw new Error('The server takes one listening socket, see wallet.socket.');
  return FIRST_DESCRIPTOR;
}
