import { readFile } from 'node:fs/promises'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { FlagValues } from '../program/command.ts'
import type { CallCommand } from './callCommand.ts'
import { type CallFlag, type CallInputs, readInputs } from './flagsOf.ts'

/** The input of the client's operation. */
export type CallInput = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
}

/**
 * Builds the input of a call from a command line. `--data` contains a whole body (JSON, `@file`, or `-` for standard input), and flags
 * replace its members.
 *
 * @throws UsageError for a value in the wrong form
 */
export async function readCall(
  io: Pick<Io, 'readInput'>,
  command: CallCommand,
  { args, flags }: { args: readonly string[]; flags: FlagValues },
): Promise<CallInput> {
  const inputs = readInputs(command)
  const input: CallInput = {}
  if (inputs.args.length > 0) {
    input.params = Object.fromEntries(inputs.args.map(({ name }, at) => [name, args[at] ?? '']))
  }
  const query = collect(inputs, flags, 'query')
  if (Object.keys(query).length > 0) {
    input.query = Object.fromEntries(
      Object.entries(query).map(([name, own]) => [name, String(own)]),
    )
  }
  const body = await readBody(io, command, inputs, flags)
  if (body !== null) input.body = body
  return input
}

async function readBody(
  io: Pick<Io, 'readInput'>,
  { item }: CallCommand,
  inputs: CallInputs,
  flags: FlagValues,
): Promise<Record<string, unknown> | null> {
  if (!inputs.hasBody) return null
  const data = flags['data']
  const body: Record<string, unknown> = typeof data === 'string' ? await readData(io, data) : {}
  Object.assign(body, collect(inputs, flags, 'body'))
  const own = collect(inputs, flags, 'item')
  if (item !== undefined && Object.keys(own).length > 0) {
    const [first, ...others] = Array.isArray(body[item]) ? body[item] : []
    if (others.length > 0) {
      throw new UsageError('--data contains several items, and flags can change only one.')
    }
    body[item] = [{ ...first, ...own }]
  }
  return body
}

function collect(
  inputs: CallInputs,
  flags: FlagValues,
  place: CallFlag['place'],
): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const flag of inputs.flags) {
    const value = flags[flag.name]
    if (flag.place === place && value !== undefined) members[flag.member] = readValue(flag, value)
  }
  return members
}

function readValue({ name, kind }: CallFlag, value: string | boolean | readonly string[]): unknown {
  switch (kind) {
    case 'number': {
      const number = Number(value)
      if (value !== '' && Number.isFinite(number)) return number
      throw new UsageError(`--${name} must be a number.`)
    }
    case 'boolean':
      if (value === true || value === 'true') return true
      if (value === 'false') return false
      throw new UsageError(`--${name} must be true or false.`)
    case 'json':
      return parseJson(`--${name}`, String(value))
    case 'list':
    case 'text':
      return value
    default:
      return kind satisfies never
  }
}

async function readData(io: Pick<Io, 'readInput'>, data: string): Promise<Record<string, unknown>> {
  const value = parseJson('--data', await readText(io, data))
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new UsageError('--data must be a JSON object.')
}

async function readText(io: Pick<Io, 'readInput'>, data: string): Promise<string> {
  if (data === '-') return io.readInput()
  if (!data.startsWith('@')) return data
  try {
    return await readFile(data.slice(1), 'utf8')
  } catch (cause) {
    throw new UsageError(`The file ${data.slice(1)} cannot be read.`, { cause })
  }
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${name} is not JSON.`, {
      hint: `Quote it for the shell: ${name} '{"name": "value"}'.`,
    })
  }
}
