import { type Lock, type Locked, listShipped } from '../third-parties.ts';

export interface ProjectManifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  [field: string]: unknown;
}

const MODULES = 'node_modules/';
/** The fields of package.json that a release keeps. */
const KEPT = ['name', 'version', 'description', 'license', 'type', 'bin', 'engines', 'bugs'];

/** Returns package.json of a release, whose archive contains these folders of dependencies. */
export function releaseManifest(manifest: ProjectManifest, bundled: string[]) {
  const { dependencies } = manifest;
  const names = bundled.map((folder) => folder.slice(MODULES.length));
  const kept = Object.fromEntries(KEPT.map((field) => [field, manifest[field]]));
  return {
    ...kept,
    dependencies,
    bundleDependencies: names.filter((name) => name in dependencies).sort(),
    optionalDependencies: manifest.optionalDependencies,
  };
}

/** Returns npm-shrinkwrap.json of a release: the versions and checksums of package-lock.json, without build tools. */
export function releaseLock(
  lock: Lock,
  release: ReturnType<typeof releaseManifest>,
  bundled: ReadonlySet<string>,
) {
  const { dependencies, optionalDependencies } = release;
  const folders = listShipped(lock, [
    ...Object.keys(dependencies),
    ...Object.keys(optionalDependencies),
  ]);
  const packages = Object.fromEntries(
    folders.sort().map((folder) => {
      const { dev, devOptional, hasInstallScript, ...locked } = lock.packages[folder] ?? {};
      return [folder, bundled.has(folder) ? { ...locked, inBundle: true } : locked];
    }),
  );
  const { name, version } = lock;
  const head = { name, version, lockfileVersion: 3, requires: true };
  return { ...head, packages: { '': release, ...packages } };
}

/**
 * Returns the folders of packages that the archive contains: those that are the same on every platform. npm installs the
 * others from the registry, with the packages that belong to the platform.
 */
export function listBundled(lock: Lock, { dependencies }: ProjectManifest): string[] {
  const isNative = ({ os, cpu, libc }: Locked = {}) => Boolean(os ?? cpu ?? libc);
  return listShipped(lock, Object.keys(dependencies), (locked) => {
    const parts = Object.keys(locked.optionalDependencies ?? {});
    return isNative(locked) || parts.some((name) => isNative(lock.packages[`${MODULES}${name}`]));
  });
}
