import { type ESTree, parseSync } from 'vite'

/** A declaration without comments. It refers to names of its file, and to names in other files by `import('./file.ts')`. */
type Declaration = { text: string; references: readonly (string | Link)[] }

/** A name in another file; `*` for all names. */
export type Link = { from: string; imported: string }

/** An exported name, and the name in `from` behind it. `from` is null for a declaration of the file itself. */
type Export = { from: string | null; imported: string; name: string }

/** The top-level declarations of a declaration file, and its links to other files. */
export type DeclarationFile = {
  declarations: ReadonlyMap<string, Declaration>
  imports: ReadonlyMap<string, Link>
  exports: readonly Export[]
}

/** Any node in the syntax tree, whose members are read by name. */
type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Reads a `.d.ts` file. `path` is named in errors. */
export function readDeclarations(path: string, source: string): DeclarationFile {
  const { program, comments, errors } = parseSync(path, source, { lang: 'dts' })
  const [error] = errors
  if (error !== undefined) throw new Error(`${path}: ${error.message}`)
  const declarations = new Map<string, Declaration>()
  const imports = new Map<string, Link>()
  const exports: Export[] = []
  for (const statement of program.body) {
    readImport(statement, imports)
    readExport(statement, exports)
    for (const name of declaredNames(statement)) {
      const text = withoutComments(source, statement as Node, comments)
      const own = { text, references: [...referencesIn(statement as Node)] }
      // Overloads, and an interface next to a value of the same name, have several declarations.
      const other = declarations.get(name)
      declarations.set(
        name,
        other === undefined
          ? own
          : {
              text: `${other.text}\n${own.text}`,
              references: [...other.references, ...own.references],
            },
      )
    }
  }
  return { declarations, imports, exports }
}

function readImport(statement: ESTree.Program['body'][number], imports: Map<string, Link>): void {
  if (statement.type !== 'ImportDeclaration') return
  for (const specifier of statement.specifiers) {
    const imported = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : '*'
    imports.set(specifier.local.name, { from: statement.source.value, imported })
  }
}

function readExport(statement: ESTree.Program['body'][number], exports: Export[]): void {
  if (statement.type === 'ExportAllDeclaration') {
    const name = statement.exported === null ? '*' : nameOf(statement.exported)
    exports.push({ from: statement.source.value, imported: '*', name })
  }
  if (statement.type !== 'ExportNamedDeclaration') return
  const from = statement.source?.value ?? null
  for (const { local, exported } of statement.specifiers) {
    exports.push({ from, imported: nameOf(local), name: nameOf(exported) })
  }
  for (const name of declaredNames(statement)) exports.push({ from: null, imported: name, name })
}

/** Returns the names that a statement declares: several for `const a, b`. */
function declaredNames(statement: ESTree.Program['body'][number]): string[] {
  const declaration: unknown =
    statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (!isNode(declaration)) return []
  const { declarations, id } = declaration
  const ids = Array.isArray(declarations) ? declarations.map((one: Node) => one['id']) : [id]
  return ids.filter(isNode).flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
}

/** Returns the identifiers in a node, without the names of members, and the imported types in it. */
function referencesIn(node: Node, found: Set<string | Link> = new Set()): Set<string | Link> {
  if (node.type === 'Identifier' && typeof node['name'] === 'string') found.add(node['name'])
  const { source, qualifier } = node
  if (node.type === 'TSImportType' && isNode(source)) {
    const imported = isNode(qualifier) ? String(qualifier['name']) : '*'
    found.add({ from: String(source['value']), imported })
  }
  for (const [member, value] of Object.entries(node)) {
    if (member === 'key' && node['computed'] !== true) continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) referencesIn(child, found)
    }
  }
  return found
}

function withoutComments(
  source: string,
  { start, end }: Node,
  comments: readonly { start: number; end: number }[],
): string {
  let text = ''
  let at = start
  for (const comment of comments) {
    if (comment.start < start || comment.end > end) continue
    text += source.slice(at, comment.start)
    at = comment.end
  }
  return (text + source.slice(at, end)).replaceAll(/\n\s*(?=\n)/g, '')
}

function nameOf(node: { name?: string; value?: string }): string {
  return String(node.name ?? node.value)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
