/** The items with the one of `id` moved to another place; places outside the list are its ends. */
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
 * The items in the order of `ids`, while that order is being saved. Items it does not name, added
 * meanwhile, come last.
 */
export function inOrder<Item extends { id: string }>(items: Item[], ids: string[]): Item[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: Item) => places.get(id) ?? ids.length;
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}
