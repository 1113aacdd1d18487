/** A member of a class in the schema of custom elements manifests, with only the fields that are read here. */
export type Member = {
  readonly kind: string
  readonly name: string
  readonly privacy?: string
  readonly static?: boolean
  readonly readonly?: boolean
  readonly description?: string
  readonly attribute?: string
  readonly type?: { readonly text: string }
  readonly inheritedFrom?: unknown
}

/** A class in the manifest; only the element's class has a tag. */
export type ElementDeclaration = {
  readonly name: string
  readonly tagName?: string
  readonly members?: readonly Member[]
  readonly attributes?: readonly Attribute[]
  readonly events?: readonly ElementEvent[]
  readonly superclass?: unknown
}

/** An attribute as the class comment describes it, and the property that it sets, if any. */
export type Attribute = {
  readonly name: string
  readonly fieldName?: string
  readonly description?: string
  readonly type?: { readonly text: string }
}

/** An event as the class comment describes it; its type is the name of its class. */
export type ElementEvent = {
  readonly name: string
  readonly type: { readonly text: string }
  readonly description?: string
}

type Export = {
  readonly kind: string
  readonly name: string
  readonly declaration: { readonly name: string; readonly module: string }
}

type Module = {
  readonly kind: string
  readonly path: string
  readonly declarations: readonly ElementDeclaration[]
  readonly exports: readonly Export[]
}

/** The part of https://github.com/webcomponents/custom-elements-manifest that this package writes. */
export type Manifest = {
  readonly schemaVersion: string
  readonly modules: readonly Module[]
}

/** The latest version of the schema, which includes everything that the analyzer writes. */
const SCHEMA_VERSION = '2.1.0'
const ELEMENT = 'dist/element.js'
const DEFINE = 'dist/define.js'
const INDEX = 'dist/index.js'

/**
 * Converts the analyzer's manifest of the sources to one of the published package: its three entries, their exports, and which of them
 * registers the tag. `entrySource` is the text of src/element.ts, which names the exported types.
 */
export function publishManifest(analyzed: Manifest, entrySource: string): Manifest {
  const declarationsOf = (path: string): readonly ElementDeclaration[] =>
    analyzed.modules.find((module) => module.path === path)?.declarations ?? []
  const classes = [
    ...declarationsOf('src/secure-payment.ts').map(flatten).map(linkAttributes),
    ...declarationsOf('src/events.ts'),
  ]
  const element = findElement(classes)
  const toExport = (name: string, module: string): Export => ({
    kind: 'js',
    name,
    declaration: { name, module },
  })
  const names = [...classes.map(({ name }) => name), ...findTypes(entrySource)]
  const functions = declarationsOf('src/define.ts')
  const definition: Export = {
    kind: 'custom-element-definition',
    name: element.tagName,
    declaration: { name: element.name, module: ELEMENT },
  }
  const module = (
    path: string,
    declarations: Module['declarations'],
    exports: readonly Export[],
  ): Module => ({ kind: 'javascript-module', path, declarations, exports })
  return {
    schemaVersion: SCHEMA_VERSION,
    modules: [
      module(
        ELEMENT,
        classes,
        names.map((name) => toExport(name, ELEMENT)),
      ),
      module(
        DEFINE,
        functions,
        functions.map(({ name }) => toExport(name, DEFINE)),
      ),
      module(
        INDEX,
        [],
        [
          definition,
          ...names.map((name) => toExport(name, ELEMENT)),
          ...functions.map(({ name }) => toExport(name, DEFINE)),
        ],
      ),
    ],
  }
}

/** Finds the only declaration with a tag. */
export function findElement(
  declarations: readonly ElementDeclaration[],
): ElementDeclaration & { readonly tagName: string } {
  for (const one of declarations) {
    if (one.tagName !== undefined) return { ...one, tagName: one.tagName }
  }
  throw new Error('The manifest has no element.')
}

/** Fields that a page may set: the element's own fields that are not read-only. */
export function findSettable({ members = [] }: ElementDeclaration): Member[] {
  return members.filter(
    (member) =>
      member.kind === 'field' &&
      !member.static &&
      !member.readonly &&
      (member.privacy ?? 'public') === 'public',
  )
}

/** The package exports one class: the members of those that it extends become its own. */
function flatten(declaration: ElementDeclaration): ElementDeclaration {
  const members = declaration.members?.map(({ inheritedFrom, ...member }) => member)
  const superclass = { name: 'LitElement', package: 'lit' }
  return {
    ...declaration,
    ...(members && { members }),
    ...(declaration.superclass !== undefined && { superclass }),
  }
}

/** `api-base` sets `apiBase`: all attributes of the element follow this rule, which the analyzer cannot detect. */
function linkAttributes(declaration: ElementDeclaration): ElementDeclaration {
  if (declaration.tagName === undefined) return declaration
  const settable = new Set(findSettable(declaration).map(({ name }) => name))
  const attributes = (declaration.attributes ?? []).map((attribute) => {
    const field = attribute.name.replace(/-./g, ([, letter = '']) => letter.toUpperCase())
    return settable.has(field) ? { ...attribute, fieldName: field } : attribute
  })
  const names = new Map(attributes.map(({ name, fieldName }) => [fieldName, name]))
  const members = (declaration.members ?? []).map((member) => {
    const attribute = names.get(member.name)
    return attribute === undefined || !settable.has(member.name) ? member : { ...member, attribute }
  })
  return { ...declaration, members, attributes }
}

function findTypes(source: string): string[] {
  return [...source.matchAll(/export type \{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').flatMap((name) => name.trim() || []),
  )
}
