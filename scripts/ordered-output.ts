import type { Writable } from 'node:stream';

/** The output of one of several commands that run at the same time. */
export interface Output {
  /** Shows a text, or keeps it until the outputs before this one have ended. */
  write(text: string): void;
  /** Shows the next output. */
  end(): void;
}

/** Returns outputs that appear in `target` one after the other. Each has to be ended. */
export function orderOutputs(target: Pick<Writable, 'write'>, count: number): Output[] {
  const kept = Array.from({ length: count }, () => ({ text: '', hasEnded: false }));
  let shown = 0;
  const show = () => {
    for (let output = kept[shown]; output; output = kept[shown]) {
      target.write(output.text);
      output.text = '';
      if (!output.hasEnded) return;
      shown += 1;
    }
  };
  return kept.map((output) => ({
    write(text) {
      output.text += text;
      show();
    },
    end() {
      output.hasEnded = true;
      show();
    },
  }));
}
