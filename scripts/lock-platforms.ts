export interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

/** npm drops packages that the registry lacked that day; an install on that platform then fails. */
export function findMissingPlatforms({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !foldersAbove(parent).some((folder) => `${folder}${name}` in packages))
      .map((name) => `${parent || 'package.json'} -> ${name}`),
  );
}

/** Where Node looks for a package's dependencies: its own node_modules, then each outer one. */
function foldersAbove(folder: string): string[] {
  const own = `${folder}${folder && '/'}node_modules/`;
  const at = folder.lastIndexOf('node_modules/');
  return at < 0 ? [own] : [own, ...foldersAbove(folder.slice(0, at).replace(/\/$/, ''))];
}
