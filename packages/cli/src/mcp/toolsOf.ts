import { z } from 'zod'
import { type CallCommand, isRead } from '../calls/callCommand.ts'
import { readInputs } from '../calls/flagsOf.ts'
import type { CallInput } from '../calls/readCall.ts'

type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
type JsonObject = { [member: string]: JsonValue }

/** The JSON Schema of a tool's arguments. */
type InputSchema = {
  type: 'object'
  properties: JsonObject
  required: string[]
  $defs?: JsonObject
}

/** One tool: a command of the table, with its arguments as one object. */
export type CallTool = {
  name: string
  command: CallCommand
  title: string
  description: string
  inputSchema: InputSchema
}

/** The argument with which a model may repeat a call: the host then returns the first call's result. */
export const IDEMPOTENCY_KEY = 'idempotencyKey'

const IDEMPOTENCY_SCHEMA = {
  type: 'string',
  description:
    'Repeat a failed call with the same key, so that it has no second effect. Without a key, each call gets a new one.',
}

/** The parts of a call's input, in the order in which their members are assigned. */
const PLACES = ['params', 'query', 'body'] as const

/** Creates a tool for each command that makes a call; without `allowsWrites`, only for those that change nothing. */
export function toolsOf(commands: readonly CallCommand[], allowsWrites: boolean): CallTool[] {
  return commands
    .filter(({ definition }) => allowsWrites || isRead(definition))
    .map((command) => {
      const { definition, path } = command
      return {
        name: path.replaceAll(/[ -]/g, '_'),
        command,
        title: definition.summary,
        description: [definition.summary, definition.description].filter(Boolean).join('. '),
        inputSchema: schemaOf(command),
      }
    })
}

/** Assigns the arguments of a tool to the parts of its call. Omits unknown arguments. */
export function readArguments(
  { definition }: CallCommand,
  given: Readonly<Record<string, unknown>>,
): CallInput {
  const input: CallInput = {}
  for (const place of PLACES) {
    const { properties } = partOf(definition[place])
    const own = Object.entries(given).filter(([name]) => Object.hasOwn(properties, name))
    if (place === 'body') {
      if (definition.body !== undefined) input.body = Object.fromEntries(own)
    } else if (own.length > 0) {
      input[place] = Object.fromEntries(own.map(([name, value]) => [name, String(value)]))
    }
  }
  return input
}

function schemaOf(command: CallCommand): InputSchema {
  const { definition, hides = [] } = command
  const schema: InputSchema = { type: 'object', properties: {}, required: [] }
  const defs: JsonObject = {}
  for (const place of PLACES) {
    const part = partOf(definition[place])
    for (const [name, member] of Object.entries(part.properties)) {
      if (!hides.includes(name) && !Object.hasOwn(schema.properties, name)) {
        schema.properties[name] = member
      }
    }
    schema.required.push(...part.required)
    Object.assign(defs, part.$defs)
  }
  if (definition.idempotent) schema.properties[IDEMPOTENCY_KEY] = IDEMPOTENCY_SCHEMA
  for (const { name, description } of readInputs(command).args) {
    schema.properties[name] ??= { type: 'string', description }
  }
  return Object.keys(defs).length === 0 ? schema : { ...schema, $defs: defs }
}

type Part = {
  properties: JsonObject
  required: readonly string[]
  $defs: { [name: string]: JsonObject }
}

/** Returns the members of a part. Its schema is an object, or a reference to one among its definitions. */
function partOf(schema: z.ZodType | undefined): Part {
  if (schema === undefined) return { properties: {}, required: [], $defs: {} }
  // zod's type has no common members; each one here is optional.
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Partial<Part> & {
    $ref?: string
  }
  const $defs = root.$defs ?? {}
  const target = root.$ref === undefined ? root : $defs[root.$ref.replace('#/$defs/', '')]
  // zod has just written this schema, so its members have these types.
  const { properties = {}, required = [] } = (target ?? {}) as Partial<Part>
  return { properties, required, $defs }
}
