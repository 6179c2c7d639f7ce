import { type ESTree, parseSync, Visitor } from 'vite';

/** A test or a step of one, and where it stands in its file. */
export interface NamedTest {
  title: RegExp;
  start: number;
  end: number;
}

const CALLERS = ['test', 'it'];

/** Every test and step of a test file: `test(title, ...)`, `test.step(title, ...)`, `test.each(...)(title, ...)`. */
export function findTests(source: string): NamedTest[] {
  const { program, errors } = parseSync('some.test.ts', source);
  if (errors[0]) throw new Error(errors[0].message);
  const found: NamedTest[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first], start, end }) {
      const title = first && isCaller(callee) ? titleOf(first) : undefined;
      if (title) found.push({ title, start, end });
    },
  }).visit(program);
  return found;
}

/** `test`, and what begins with it: `test.step`, `test.each(...)`. */
function isCaller(callee: ESTree.Node): boolean {
  if (callee.type === 'CallExpression') return isCaller(callee.callee);
  if (callee.type === 'MemberExpression') return isCaller(callee.object);
  return callee.type === 'Identifier' && CALLERS.includes(callee.name);
}

/** Matches a title as written; what a template fills in matches anything. */
function titleOf(node: ESTree.Node): RegExp | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return matching([node.value]);
  if (node.type !== 'TemplateLiteral') return undefined;
  return matching(node.quasis.map(({ value }) => value.cooked ?? value.raw));
}

function matching(parts: string[]): RegExp {
  const literal = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.+')}$`);
}
