import type { Plugin } from 'vite'
import { en } from '../src/text/en.ts'
import { enBridge } from '../src/text/enBridge.ts'
import { enFlow } from '../src/text/enFlow.ts'
import { enPayout } from '../src/text/enPayout.ts'
import { enPermit } from '../src/text/enPermit.ts'
import { enTron } from '../src/text/enTron.ts'
import { enWallets } from '../src/text/enWallets.ts'

/**
 * The English sentences by the keys of a locale's properties. Two chunks need parts of `words`, so it becomes two
 * lists.
 */
const ENGLISH: Readonly<Record<string, readonly object[]>> = {
  words: [en, enFlow],
  payout: [enPayout],
  bridge: [enBridge],
  tron: [enTron],
  wallets: [enWallets],
  permit: [enPermit],
}

/** Modules of a locale: `de.ts` and `deMore.ts`. */
const LOCALE_MODULE = /\/widget\/src\/text\/[a-z]{2}(More)?\.ts$/

/**
 * A Vite plugin that omits the keys of locales and lists their sentences in the order of the English ones, on which
 * `unpackText` relies. Fails the build when a locale lacks a key or has an extra one.
 */
export function packLocales(): Plugin {
  return {
    name: 'pack-locales',
    enforce: 'post',
    transform(code, id) {
      const path = id.replaceAll('\\', '/')
      if (!LOCALE_MODULE.test(path) || path.endsWith('/en.ts')) return null
      return { code: packTables(code, this.parse(code), path), map: null }
    },
  }
}

/** A node of the syntax tree, as ESTree has it. */
type Node = { readonly type: string; readonly start: number; readonly end: number }

function packTables(code: string, program: unknown, path: string): string {
  const edits = findTables(program).map(({ parts, name, table }) => {
    const values = readTable(table, `${path} ${name}`)
    const lists = parts.map((english) => pack(code, values, english, `${path} ${name}`))
    refuseRest(values, `${path} ${name}`)
    return { ...table, text: lists.length > 1 ? `[${lists.join(',')}]` : lists.join() }
  })
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((all, { start, end, text }) => all.slice(0, start) + text + all.slice(end), code)
}

type Table = { readonly parts: readonly object[]; readonly name: string; readonly table: Node }

/** The tables of sentences among the properties of the module's object. */
function findTables(node: unknown): Table[] {
  if (Array.isArray(node)) return node.flatMap(findTables)
  if (!isNode(node)) return []
  const property = readProperty(node)
  const parts = property && ENGLISH[property.name]
  if (parts && property.value.type === 'ObjectExpression') {
    return [{ parts, name: property.name, table: property.value }]
  }
  return Object.values(node).flatMap(findTables)
}

/** A table's sentences as a list, in the order of `english`; removes them from `values`. */
function pack(code: string, values: Map<string, Node>, english: object, where: string): string {
  const items = Object.entries(english).map(([key, sentence]) => {
    const value = values.get(key)
    values.delete(key)
    if (!value) throw new Error(`${where} lacks ${key}.`)
    if (typeof sentence === 'function') return packMessage(code, value)
    if (typeof sentence !== 'object') return code.slice(value.start, value.end)
    const inner = readTable(value, `${where}.${key}`)
    const list = pack(code, inner, sentence, `${where}.${key}`)
    refuseRest(inner, `${where}.${key}`)
    return list
  })
  return `[${items.join(',')}]`
}

/**
 * Converts a function that only inserts its parameters into a sentence to that sentence, such as `Pay {0}` or `Switch
 * to {network}`. Leaves other functions unchanged.
 */
function packMessage(code: string, value: Node): string {
  const sentence = readSentence(value)
  return sentence === null ? code.slice(value.start, value.end) : JSON.stringify(sentence)
}

function readSentence(value: Node): string | null {
  const body: unknown = Reflect.get(value, 'body')
  if (value.type !== 'ArrowFunctionExpression' || !isNode(body)) return null
  const literal: unknown = Reflect.get(body, 'value')
  if (body.type === 'Literal' && typeof literal === 'string') return literal
  if (body.type !== 'TemplateLiteral') return null
  const places = listPlaces(listNodes(value, 'params'))
  const names = listNodes(body, 'expressions').map((each) => places.get(readName(each) ?? ''))
  const texts = listNodes(body, 'quasis').map((each) =>
    Reflect.get(Reflect.get(each, 'value'), 'cooked'),
  )
  if (names.includes(undefined)) return null
  return texts
    .map((text, index) => `${text}${index < names.length ? `{${names[index]}}` : ''}`)
    .join('')
}

/** The parameters by name, each with its placeholder: its position, or its key in the single object parameter. */
function listPlaces(params: readonly Node[]): Map<string, string> {
  const [first] = params
  if (first?.type !== 'ObjectPattern') {
    return new Map(params.map((param, index) => [readName(param) ?? '', String(index)]))
  }
  const properties = listNodes(first, 'properties').map(readProperty)
  return new Map(properties.map((each) => [(each && readName(each.value)) ?? '', each?.name ?? '']))
}

function readName(node: Node): string | null {
  const name: unknown = Reflect.get(node, 'name')
  return node.type === 'Identifier' && typeof name === 'string' ? name : null
}

function listNodes(node: Node, key: string): Node[] {
  const nodes: unknown = Reflect.get(node, key)
  return Array.isArray(nodes) ? nodes.filter(isNode) : []
}

function refuseRest(values: ReadonlyMap<string, Node>, where: string): void {
  if (values.size > 0) throw new Error(`${where} has ${[...values.keys()].join(', ')} too many.`)
}

function readTable(table: Node, where: string): Map<string, Node> {
  const properties: unknown = Reflect.get(table, 'properties')
  if (!Array.isArray(properties)) throw new Error(`${where} is no table.`)
  return new Map(
    properties.map((each: unknown) => {
      const property = isNode(each) ? readProperty(each) : null
      if (!property) throw new Error(`${where} may have plain properties only.`)
      return [property.name, property.value]
    }),
  )
}

function readProperty(node: Node): { name: string; value: Node } | null {
  if (node.type !== 'Property') return null
  const key: unknown = Reflect.get(node, 'key')
  const value: unknown = Reflect.get(node, 'value')
  if (!isNode(key) || !isNode(value)) return null
  const name: unknown = Reflect.get(key, 'name') ?? Reflect.get(key, 'value')
  return typeof name === 'string' ? { name, value } : null
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
