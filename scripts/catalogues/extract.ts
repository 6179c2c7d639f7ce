import { type ESTree, parseSync, Visitor } from 'vite';

export interface Extraction {
  /** Texts that need a catalogue entry, in source order; a text with a context ends in `_context`. */
  keys: string[];
  /** Texts with a count, which have plural forms. */
  plurals: string[];
  buttons: string[];
  faults: string[];
}

interface SourceFile {
  name: string;
  source: string;
  /** The keys that this file passes to `t` are written, and extracted, in another file. */
  keysFromElsewhere?: boolean;
}

/** Properties with catalogue keys for later readers, as in stored notifications. */
const KEY_PROPERTIES = new Set(['titleKey', 'descriptionKey', 'messageKey']);
/** Tables of the contract whose texts are keys. */
const KEY_TABLES = new Set(['errorTable', 'settingTable', 'auditActions']);
/** JSX attributes that are visible or read out. */
const READ_ATTRIBUTES = new Set([
  'title',
  'subtitle',
  'label',
  'description',
  'placeholder',
  'message',
  'hint',
  'caption',
  'alt',
  'aria-label',
  'submitLabel',
  'pendingLabel',
  'confirmLabel',
  'closeLabel',
  'text',
]);
/** Attributes that are shown on a button: on any element, and on elements that are buttons. */
const BUTTON_ATTRIBUTES = new Set(['submitLabel', 'pendingLabel', 'confirmLabel']);
const BUTTON_LABELS = new Set([...BUTTON_ATTRIBUTES, 'label', 'children']);
const LETTERS = /\p{L}{2}/u;
const ADDRESS = /https?:\S*/g;

export function extractTexts(file: SourceFile): Extraction {
  const found: Extraction = { keys: [], plurals: [], buttons: [], faults: [] };
  const buttons: ESTree.Node[] = [];
  const unseen: ESTree.Node[] = [];
  const isIn = (nodes: ESTree.Node[], { start, end }: ESTree.Node) =>
    nodes.some((node) => node.start <= start && end <= node.end);
  const { program, errors } = parseSync(file.name, file.source);
  if (errors[0]) return { ...found, faults: [`${file.name}: ${errors[0].message}`] };
  const isServer = file.name.startsWith('server/');
  const placeOf = (node: ESTree.Node) =>
    `${file.name}:${file.source.slice(0, node.start).split('\n').length}`;

  new Visitor({
    CallExpression(call) {
      if (!isTranslate(call.callee)) return;
      const keys = readCall(call, file, placeOf(call), found);
      if (isIn(buttons, call) && !isIn(unseen, call)) found.buttons.push(...keys);
    },
    JSXElement(element) {
      const { name, attributes } = element.openingElement;
      if (!nameOf(name).endsWith('Button')) return;
      buttons.push(element);
      unseen.push(...attributes.filter((attribute) => !isButtonLabel(attribute)));
    },
    Property(property) {
      if (!KEY_PROPERTIES.has(nameOf(property.key))) return;
      found.keys.push(...(literalsOf(property.value) ?? []));
    },
    VariableDeclarator(declared) {
      if (!isServer || nameOf(declared.id) !== 'texts' || !declared.init) return;
      found.keys.push(...stringsIn(declared.init));
    },
    JSXText(text) {
      if (isWords(text.value))
        found.faults.push(`${placeOf(text)}: "${text.value.trim()}" is not in t()`);
    },
    JSXAttribute(attribute) {
      if (BUTTON_ATTRIBUTES.has(nameOf(attribute.name))) buttons.push(attribute);
      const text = attribute.value?.type === 'Literal' ? attribute.value.value : undefined;
      if (!READ_ATTRIBUTES.has(nameOf(attribute.name)) || typeof text !== 'string') return;
      if (isWords(text)) found.faults.push(`${placeOf(attribute)}: "${text}" is not in t()`);
    },
  }).visit(program);
  return found;
}

function isButtonLabel(attribute: ESTree.JSXAttributeItem): boolean {
  return attribute.type === 'JSXAttribute' && BUTTON_LABELS.has(nameOf(attribute.name));
}

function isWords(text: string): boolean {
  return LETTERS.test(text.replace(ADDRESS, ''));
}

function isTranslate(callee: ESTree.Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 't';
  return callee.type === 'MemberExpression' && nameOf(callee.property) === 't';
}

function readCall(
  call: ESTree.CallExpression,
  file: SourceFile,
  place: string,
  found: Extraction,
): string[] {
  const [first, second] = call.arguments;
  const keys = first && literalsOf(first);
  if (!keys) {
    if (!file.keysFromElsewhere && !(first && isStoredKey(first)))
      found.faults.push(`${place}: t() takes literals only, or the text can't be found`);
    return [];
  }
  const context = second && paramValue(second, 'context');
  const contexts = context && literalsOf(context);
  if (context && !contexts)
    found.faults.push(`${place}: the context of a text has to be a literal`);
  const entries = keys.flatMap((key) => contexts?.map((name) => `${key}_${name}`) ?? [key]);
  found.keys.push(...entries);
  if (second && paramNames(second)?.includes('count')) found.plurals.push(...keys);
  for (const key of keys) {
    for (const name of missingParams(key, second))
      found.faults.push(`${place}: "${key}" is given no "${name}"`);
  }
  return entries;
}

function literalsOf(node: ESTree.Node): string[] | undefined {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : undefined;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? [node.quasis[0]?.value.cooked ?? ''] : undefined;
    case 'ConditionalExpression': {
      const [yes, no] = [literalsOf(node.consequent), literalsOf(node.alternate)];
      return yes && no && [...yes, ...no];
    }
    default:
      return undefined;
  }
}

function stringsIn(node: ESTree.Node): string[] {
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
    return stringsIn(node.expression);
  if (node.type !== 'ObjectExpression') return literalsOf(node) ?? [];
  return node.properties.flatMap((p) => (p.type === 'Property' ? stringsIn(p.value) : []));
}

/** Keys that are collected where they are written: in a table of `KEY_TABLES`, `row.titleKey`. */
function isStoredKey(node: ESTree.Node): boolean {
  if (node.type === 'Identifier') return KEY_PROPERTIES.has(node.name);
  if (node.type !== 'MemberExpression') return false;
  if (KEY_PROPERTIES.has(nameOf(node.property))) return true;
  const { object } = node;
  return KEY_TABLES.has(nameOf(object.type === 'MemberExpression' ? object.object : object));
}

function missingParams(key: string, params: ESTree.Node | undefined): string[] {
  const given = params ? paramNames(params) : [];
  return given ? placeholdersOf(key).filter((name) => !given.includes(name)) : [];
}

function paramValue(params: ESTree.Node, name: string): ESTree.Node | undefined {
  if (params.type !== 'ObjectExpression') return undefined;
  return params.properties.flatMap((p) =>
    p.type === 'Property' && nameOf(p.key) === name ? [p.value] : [],
  )[0];
}

function paramNames(params: ESTree.Node): string[] | undefined {
  if (params.type !== 'ObjectExpression') return undefined;
  if (params.properties.some((property) => property.type === 'SpreadElement')) return undefined;
  return params.properties.map((p) => (p.type === 'Property' ? nameOf(p.key) : ''));
}

function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}

/** The names in the `{{name}}` placeholders of a text, each once, sorted. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].sort();
}

/** Returns a text with a space in the place of each `{{name}}`. */
export function withoutPlaceholders(text: string): string {
  return text.replace(/\{\{\w+\}\}/g, ' ');
}
