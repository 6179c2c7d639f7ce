/** In place of a part that may have nothing to show, until that is known: hides what is below it in `data-in-order`. */
export function LoadingPart() {
  return <span hidden data-loading />;
}
