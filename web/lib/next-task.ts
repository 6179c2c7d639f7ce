/** Ends the task under way: what a person did meanwhile comes first. Resolves in the next one. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
