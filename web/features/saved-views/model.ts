type Search = Record<string, unknown>;

/** Returns the filters that are set, as strings. */
export function toViewSearch(search: Search): Record<string, string> {
  const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

export function isSameSearch(one: Search, other: Search): boolean {
  const written = (search: Search) =>
    JSON.stringify(Object.entries(toViewSearch(search)).sort(([a], [b]) => (a < b ? -1 : 1)));
  return written(one) === written(other);
}
