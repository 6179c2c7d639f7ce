type Size = { width: number; height: number };

export function fitWithin(size: Size, bound: Size): Size {
  const scale = Math.min(1, bound.width / size.width, bound.height / size.height);
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}
