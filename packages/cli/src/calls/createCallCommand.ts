import { randomUUID } from 'node:crypto'
import { ApiError, type CallOptions as SendOptions } from '@secure-payment/core/client'
import type { Format } from '../output/createPrinter.ts'
import type { Command, CommandContext, Flag } from '../program/command.ts'
import { type CallCommand, isRead, type Json } from './callCommand.ts'
import { textAt } from './columns.ts'
import { type CallFlag, readInputs } from './flagsOf.ts'
import { type CallInput, readCall } from './readCall.ts'

/** Creates the command of an entry: its flags come from the endpoint, and its result is a table, a record or JSON. */
export function createCallCommand(entry: CallCommand): Command {
  const { definition, path } = entry
  const inputs = readInputs(entry)
  const flags: Flag[] = inputs.flags.map(toFlag)
  if (inputs.hasBody) {
    const description = 'whole body as JSON, @file, or - for the standard input'
    flags.push({ name: 'data', value: 'json', description })
  }
  if (definition.idempotent) {
    const description = 'repeats a call with the same key without a second effect'
    flags.push({ name: 'idempotency-key', value: 'key', description })
  }
  return {
    path,
    summary: definition.summary,
    ...(definition.description && { description: definition.description }),
    args: inputs.args,
    flags,
    async run(context, input) {
      const sent = await readCall(context.io, entry, input)
      const options = idempotencyKey(entry, input.flags['idempotency-key'])
      const answer = await sendCall(context, entry, sent, options).catch((error: unknown) => {
        throw context.printer.isJson ? error : withFlags(error, inputs.flags)
      })
      context.printer.result(answer, (format) => toText(entry, answer, format))
    },
  }
}

/**
 * Sends the call of an entry. Returns the object that `recover` reads from a failed call's problem, if there is one.
 *
 * @throws ApiError otherwise
 */
export async function sendCall(
  { connect }: Pick<CommandContext, 'connect'>,
  { group, operation, query, recover }: CallCommand,
  input: CallInput,
  options: SendOptions = {},
): Promise<unknown> {
  const { client } = await connect()
  // Proven by `call`: the contract has this operation, and every operation has this form.
  const operations = client[group] as unknown as Operations
  const send = operations[operation]
  if (send === undefined) throw new Error(`The client has no operation ${operation}.`)
  const extended = query && { query: { ...input.query, ...query } }
  try {
    return await send({ ...input, ...extended }, options)
  } catch (error) {
    const problem = error instanceof ApiError ? error.problem : null
    const found = problem === null ? undefined : recover?.(problem)
    if (found === undefined) throw error
    return found
  }
}

type Operations = {
  readonly [operation: string]: (input: CallInput, options: SendOptions) => Promise<unknown>
}

/** Names the command's flags in the errors of its call, in place of the body's members: `--amount`. */
function withFlags(error: unknown, flags: readonly CallFlag[]): unknown {
  if (!(error instanceof ApiError) || !error.problem?.errors) return error
  const errors = error.problem.errors.map((fault) => {
    const [, member] = /(?:^|\])\.?(\w+)$/.exec(fault.field) ?? []
    const flag = flags.find((one) => one.member === member)
    return flag === undefined ? fault : { ...fault, field: `--${flag.name}` }
  })
  const { message, status, code, problem, requestId, retryAfter } = error
  return new ApiError({
    ...{ message, status, code, requestId, retryAfter },
    problem: { ...problem, errors },
  })
}

/**
 * Returns the given idempotency key, or a new one; no options for a call that accepts none. A retry with the same key has no second effect.
 */
export function idempotencyKey({ definition }: CallCommand, key: unknown): SendOptions {
  if (!definition.idempotent) return {}
  return { idempotencyKey: typeof key === 'string' ? key : randomUUID() }
}

function toFlag({ name, kind, description, choices }: CallFlag): Flag {
  return {
    name,
    value: kind === 'boolean' ? 'true|false' : kind === 'text' ? valueName(name) : kind,
    description,
    choices,
    isList: kind === 'list',
  }
}

function valueName(name: string): string {
  return name.split('-').at(-1) ?? name
}

function toText(entry: CallCommand, answer: unknown, format: Format): string {
  const { rows, columns, after, definition } = entry
  if (columns === undefined || rows === undefined) {
    const next = after?.(asJson(answer)) ?? null
    const done = isRead(definition) ? 'No result.\n' : 'Done.\n'
    const record = answer === undefined ? done : format.record(answer)
    return next === null ? record : `${record}\n${next}\n`
  }
  const list = rows === null ? answer : Reflect.get(asJson(answer), rows)
  const found: readonly Json[] = Array.isArray(list) ? list : []
  if (found.length === 0) return 'No results.\n'
  const table = format.table(
    columns,
    found.map((row) => columns.map(({ read }) => read(row))),
  )
  return table + furtherPages(asJson(answer), format)
}

function furtherPages(answer: Json, format: Format): string {
  for (const [path, flag] of [
    ['nextCursor', 'cursor'],
    ['pagination.nextCursor', 'cursor'],
    ['nextBefore', 'before'],
  ] as const) {
    const next = textAt(answer, path)
    if (next !== '') return format.style('dim', `More: --${flag} ${next}`).concat('\n')
  }
  return ''
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
