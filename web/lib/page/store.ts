export function createEmitter<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    listen(listener: (...args: Args) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(...args: Args): void {
      for (const listener of listeners) listener(...args);
    },
  };
}

/** A value outside of React that notifies its listeners on change. */
export function createStore<Value>(initial: Value) {
  const { listen, emit } = createEmitter();
  let value = initial;
  return {
    listen,
    get: () => value,
    set(next: Value): void {
      value = next;
      emit();
    },
  };
}
