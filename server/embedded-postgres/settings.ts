import { createHash } from 'node:crypto';

/** PostgreSQL's port number. It is only a part of the socket's file name, because PostgreSQL does not listen on TCP. */
export const port = 5432;

/** Settings for a machine with 1-2 cores and 1-4 GiB, shared with the server. */
const defaultSettings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Parallel queries need /dev/shm, of which a container has 64 MB, and compete with other queries for cores.
  max_parallel_workers_per_gather: '0',
  track_commit_timestamp: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Omits DETAIL, which quotes whole rows of personal data.
  log_error_verbosity: 'terse',
  cluster_name: 'wallet',
};

/** Include their own fingerprint, by which a later server recognises a postmaster with the same arguments. */
export function postmasterArguments(options: {
  binDir: string;
  clusterDir: string;
  socketDir: string;
  settings: Record<string, string>;
}): { args: string[]; fingerprint: string } {
  const settings = {
    ...defaultSettings,
    ...options.settings,
    unix_socket_directories: options.socketDir,
    port: String(port),
  };
  const args = ['-D', options.clusterDir];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([options.binDir, args]))
    .digest('hex');
  return { args: [...args, '-c', `wallet.fingerprint=${fingerprint}`], fingerprint };
}
