/** Ends the task under way: what a person did meanwhile comes first. Resolves in the next one. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Resolves once what was changed so far is on the screen; at once where nobody looks. */
export async function nextPaint(): Promise<void> {
  if (document.hidden) return;
  await new Promise(requestAnimationFrame);
  await nextTask();
}
