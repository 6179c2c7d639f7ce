type Size = { width: number; height: number };

/** Returns the size scaled down to fit into `bound`, keeping its proportions. Never enlarges. */
export function fitWithin(size: Size, bound: Size): Size {
  const scale = Math.min(1, bound.width / size.width, bound.height / size.height);
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}
