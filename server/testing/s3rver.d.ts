/** Types for the parts of s3rver that tests use. The package has none. */
declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      configureBuckets: { name: string; configs: string[] }[];
    });
    middleware: ((
      request: { path: string; mountPath: string; state: Record<string, unknown> },
      next: () => Promise<void>,
    ) => Promise<void>)[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
