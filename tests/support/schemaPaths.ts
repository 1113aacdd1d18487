import { readFileSync } from 'node:fs'
import type { Path } from './lies.ts'

type Schema = {
  $ref?: string
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
}

const DOCUMENT = new URL('../../docs/openapi.json', import.meta.url)

/** Returns the paths of all members that an API schema defines, at any depth; lists have the index 0, and maps the key `any`. */
export function schemaPaths(name: string): Path[] {
  const { schemas }: { schemas: Record<string, Schema> } = JSON.parse(
    readFileSync(DOCUMENT, 'utf8'),
  ).components
  const found = new Map<string, Path>()
  const add = (path: Path, schema: Schema): void => {
    if (path.length > 0) found.set(JSON.stringify(path), path)
    visit(path, schema)
  }
  const visit = (path: Path, schema: Schema): void => {
    const { $ref, properties = {}, items, additionalProperties: others } = schema
    for (const [key, member] of Object.entries(properties)) add([...path, key], member)
    if (items !== undefined) add([...path, 0], items)
    if (typeof others === 'object') add([...path, 'any'], others)
    for (const kind of ['anyOf', 'oneOf', 'allOf'] as const) {
      for (const one of schema[kind] ?? []) visit(path, one)
    }
    const referred = $ref === undefined ? undefined : schemas[$ref.split('/').at(-1) ?? '']
    if (referred !== undefined) visit(path, referred)
  }
  visit([], { $ref: `#/components/schemas/${name}` })
  return [...found.values()]
}
