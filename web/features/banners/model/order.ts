/** Returns the items with one moved to another index, clamped to the list. */
export function moveTo<Item extends { id: string }>(
  items: Item[],
  id: string,
  place: number,
): Item[] {
  const moved = items.find((item) => item.id === id);
  if (!moved) return items;
  const others = items.filter((item) => item.id !== id);
  const at = Math.max(0, Math.min(place, others.length));
  return [...others.slice(0, at), moved, ...others.slice(at)];
}

/**
 * Returns the items in the order of `ids`, for display while the order is saved. Items added in the meantime are
 * last.
 */
export function inOrder<Item extends { id: string }>(items: Item[], ids: string[]): Item[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: Item) => places.get(id) ?? ids.length;
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}
