import { type ESTree, parseSync } from 'vite'
import { findVariants } from './findVariants.ts'

/** A small change at one place in a source file. Tests should notice the change. */
export type Mutant = {
  id: number
  line: number
  column: number
  /** The operator, for example `boundary` or `call removed`. */
  change: string
  original: string
  replacement: string
}

/** A node in the syntax tree, with its children under their names. */
export type Node = ESTree.Node & { [key: string]: unknown }

/**
 * Returns a source that contains all of its mutants, each behind a switch: `globalThis.mutation.has(id)` is true for the active mutant. Ids
 * count from `firstId` in the order of the source. Lines keep their numbers.
 */
export function mutateSource(
  file: string,
  code: string,
  firstId = 0,
): { code: string; mutants: Mutant[] } {
  const { program, errors } = parseSync(file, code, { lang: 'ts', sourceType: 'module' })
  if (errors.length > 0) throw new Error(`Cannot parse ${file}: ${errors[0]?.message}`)
  const mutants: Mutant[] = []
  const text = render(program as unknown as Node, [])
  return { code: PRELUDE + text, mutants }

  function render(node: Node, parents: readonly Node[]): string {
    const variants = findVariants(node, parents, code)
    if (variants === 'skip') return code.slice(node.start, node.end)
    const ids = variants.map(({ change, text: replacement }) => add(node, change, replacement))
    let text = ''
    let at = node.start
    for (const child of childrenOf(node)) {
      text += code.slice(at, child.start) + render(child, [node, ...parents])
      at = child.end
    }
    text += code.slice(at, node.end)
    if (node.type === 'ExpressionStatement') return renderStatement(text, ids, code, node)
    if (ids.length === 0) return text
    const choices = variants.map(
      (variant, index) => `${SWITCH}(${ids[index]}) ? ${variant.text} : `,
    )
    return `(${choices.join('')}${text})`
  }

  function add(node: Node, change: string, replacement: string): number {
    const before = code.slice(0, node.start)
    const line = before.split('\n').length
    const id = firstId + mutants.length
    const column = node.start - before.lastIndexOf('\n')
    mutants.push({
      id,
      line,
      column,
      change,
      original: code.slice(node.start, node.end),
      replacement,
    })
    return id
  }
}

/** The name of the switch inside a mutated module. */
const SWITCH = '$mutant'

/** Without a switch, as in another process, no mutant is active. */
const PRELUDE = `const ${SWITCH} = (id) => globalThis.mutation?.has(id) ?? false; `

/** Renders a statement that does not begin with a bracket, because the line before may end without a semicolon. */
function renderStatement(text: string, ids: readonly number[], code: string, node: Node): string {
  const [id] = ids
  const expression = text.endsWith(';') ? text.slice(0, -1) : text
  if (id !== undefined) return `${SWITCH}(${id}) || (${expression})`
  return text === code.slice(node.start, node.end) ? text : `void 0, ${text}`
}

/** Parts of the syntax without a value at run time, or whose text must not change. */
const SKIPPED_KEYS = new Set([
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'returnType',
  'superTypeArguments',
  'implements',
  'decorators',
])

function childrenOf(node: Node): Node[] {
  const children = Object.entries(node)
    .filter(([key]) => !SKIPPED_KEYS.has(key) && !isPlainKey(node, key))
    .flatMap(([, value]) => value)
    .filter(isNode)
  return children.sort((a, b) => a.start - b.start)
}

/**
 * Returns whether a node is a key that must stay unchanged: the name of a property or a module. In a shorthand property, only the value
 * changes.
 */
function isPlainKey(node: Node, key: string): boolean {
  return (
    (key === 'key' && node['computed'] === false) ||
    (key === 'source' && node.type === 'ExportNamedDeclaration')
  )
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
