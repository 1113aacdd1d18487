import { type ESTree, parseSync } from 'vite'

/** The facts about a source file that the rules for rooms, sizes and empty texts need. */
export type SourceFacts = {
  lines: number
  /** The specifiers that the file imports or exports from, including those of types, in their order. */
  imports: readonly string[]
  functions: readonly { name: string; line: number; lines: number }[]
  /** The lines with `?? ''`. */
  emptyTexts: readonly number[]
}

/** Reads the imports, the functions and the empty texts in a TypeScript file. Errors contain `path`. */
export function readSource(path: string, text: string): SourceFacts {
  const { program, errors } = parseSync(path, text, { lang: 'ts' })
  const [error] = errors
  if (error !== undefined) throw new Error(`${path}: ${error.message}`)
  const imports: string[] = []
  const functions: { name: string; line: number; lines: number }[] = []
  const emptyTexts: number[] = []
  const lineAt = lineCounter(text)
  visit(program, null, (node, name) => {
    const specifier = specifierOf(node)
    if (specifier !== null) imports.push(specifier)
    if (isEmptyText(node)) emptyTexts.push(lineAt(node.end))
    if (!FUNCTIONS.has(node.type)) return
    const line = lineAt(node.start)
    functions.push({ name: name ?? 'a function', line, lines: lineAt(node.end) - line + 1 })
  })
  return { lines: text.split('\n').length - 1, imports, functions, emptyTexts }
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'FunctionDeclaration',
  'FunctionExpression',
])

/** Any node in the syntax tree, whose members are read by name. */
type Node = { type: string; start: number; end: number } & Record<string, unknown>

function visit(
  node: ESTree.Program | Node,
  name: string | null,
  see: (node: Node, name: string | null) => void,
): void {
  // A program is a node too, so it has these members.
  const { id, key, ...rest } = node as Node
  const own = nameOf(id) ?? nameOf(key) ?? name
  see(node as Node, own)
  for (const value of Object.values({ ...rest, key })) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, own, see)
    }
  }
}

function nameOf(value: unknown): string | null {
  if (!isNode(value)) return null
  const name = value['name'] ?? value['value']
  return typeof name === 'string' ? name : null
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/**
 * Returns the specifier of a node with a `source`: an import, an export from another file, a dynamic import, or a type's import.
 */
function specifierOf({ source }: Node): string | null {
  if (!isNode(source)) return null
  const { value } = source
  return typeof value === 'string' ? value : null
}

/** Returns whether a node is `?? ''`. */
function isEmptyText({ operator, right }: Node): boolean {
  return operator === '??' && isNode(right) && right['value'] === ''
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
