import { z } from 'zod'
import type { CallCommand } from './callCommand.ts'
import { parametersOf } from './callCommand.ts'

/** The form of a flag's value on the command line. `json` accepts any JSON text. */
type FlagKind = 'text' | 'number' | 'boolean' | 'list' | 'json'

/** One flag, from a member of an endpoint's query or body. */
export type CallFlag = {
  /** The flag without its dashes: `invoice-currency`. */
  name: string
  /** The member of the query or body: `invoiceCurrency`. */
  member: string
  place: 'query' | 'body' | 'item'
  kind: FlagKind
  /** One line of help. */
  description: string
  /** Valid values; empty for any. */
  choices: readonly string[]
}

/** One positional argument, from a parameter of an endpoint's path. */
type CallArgument = { name: string; description: string }

/** The inputs of a command, from the schemas of its endpoint. */
export type CallInputs = {
  args: readonly CallArgument[]
  flags: readonly CallFlag[]
  /** Whether the endpoint has a body, which `--data` may contain. */
  hasBody: boolean
}

type Schema = {
  type?: string
  description?: string
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: { readonly [member: string]: Schema }
  $ref?: string
  $defs?: { readonly [name: string]: Schema }
}

/** Derives the arguments and flags of a command from its endpoint. */
export function readInputs(command: CallCommand): CallInputs {
  const { definition, item, hides = [] } = command
  const query = readMembers(definition.query)
  const body = readMembers(definition.body)
  const items = item === undefined ? null : body.resolve(body.members[item]?.items)
  const flags = [
    ...flagsIn(query, query.members, 'query'),
    ...(items === null ? [] : flagsIn(body, items.properties ?? {}, 'item')),
    ...flagsIn(body, body.members, 'body'),
  ]
  const params = readMembers(definition.params)
  return {
    args: parametersOf(definition).map((name) => ({
      name,
      description: firstSentence(params.resolve(params.members[name]).description),
    })),
    flags: flags.filter(
      ({ member }, at) =>
        member !== item &&
        !hides.includes(member) &&
        flags.findIndex((other) => other.member === member) === at,
    ),
    hasBody: definition.body !== undefined,
  }
}

type Members = {
  members: { readonly [member: string]: Schema }
  resolve(schema: Schema | undefined): Schema
}

/** Returns the members of an object's schema; none for a schema of another form. */
function readMembers(schema: z.ZodType | undefined): Members {
  if (schema === undefined) return { members: {}, resolve: (own) => own ?? {} }
  // zod's type allows forms that these schemas do not have, such as a boolean in place of a schema.
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const resolve = (own: Schema = {}): Schema => {
    if (own.$ref === undefined) return own
    const target = root.$defs?.[own.$ref.replace('#/$defs/', '')]
    return { ...resolve(target), ...(own.description && { description: own.description }) }
  }
  return { members: resolve(root).properties ?? {}, resolve }
}

function flagsIn(
  { resolve }: Members,
  members: { readonly [member: string]: Schema },
  place: CallFlag['place'],
): CallFlag[] {
  return Object.entries(members).map(([member, unresolved]) => {
    const schema = withoutNull(resolve(unresolved), resolve)
    const kind = kindOf(schema, resolve)
    const values = kind === 'list' ? resolve(schema.items).enum : schema.enum
    return {
      name: member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      member,
      place,
      kind,
      description: firstSentence(schema.description ?? resolve(unresolved).description),
      choices: (values ?? []).map(String),
    }
  })
}

/** A nullable member has the form of its other alternative; `--data` can still contain null. */
function withoutNull(schema: Schema, resolve: Members['resolve']): Schema {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return others.length === 1 ? { ...schema, ...resolve(others[0]) } : schema
}

function kindOf({ type, items }: Schema, resolve: Members['resolve']): FlagKind {
  switch (type) {
    case 'string':
      return 'text'
    case 'boolean':
      return 'boolean'
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return resolve(items).type === 'string' ? 'list' : 'json'
    default:
      return 'json'
  }
}

/** Help has one line per flag; the API document contains the rest. */
function firstSentence(text = ''): string {
  const [first = ''] = text.split(/(?<=[.:;]) /)
  return first.replace(/[.:;]$/, '')
}
