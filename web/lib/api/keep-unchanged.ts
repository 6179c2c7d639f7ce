/** Unlike TanStack Query's `replaceEqualDeep`, compares dates by value and matches rows by `id`. */
export function keepUnchanged(old: unknown, next: unknown): unknown {
  if (Object.is(old, next)) return old;
  if (old instanceof Date && next instanceof Date) return +old === +next ? old : next;
  if (Array.isArray(old) && Array.isArray(next)) return keepItems(old, next);
  if (isRecord(old) && isRecord(next)) return keepParts(old, next);
  return next;
}

function keepItems(old: unknown[], next: unknown[]): unknown[] {
  const rows = new Map(old.filter(isRow).map((row) => [row.id, row]));
  const kept = next.map((item, at) =>
    keepUnchanged(isRow(item) ? rows.get(item.id) : old[at], item),
  );
  const isSame = old.length === kept.length && kept.every((item, at) => Object.is(item, old[at]));
  return isSame ? old : kept;
}

type Parts = Record<string, unknown>;

function keepParts(old: Parts, next: Parts): Parts {
  const names = Object.keys(next);
  const kept = Object.fromEntries(
    names.map((name) => [name, keepUnchanged(old[name], next[name])]),
  );
  const isSame =
    names.length === Object.keys(old).length &&
    names.every((name) => name in old && Object.is(kept[name], old[name]));
  return isSame ? old : kept;
}

const isRow = (item: unknown): item is { id: unknown } => isRecord(item) && 'id' in item;

function isRecord(value: unknown): value is Parts {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
