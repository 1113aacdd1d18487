import type { IncomingMessage } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { type FieldIssue, InvalidInputError } from '@secure-payment/core'
import { type EndpointDefinition, toFieldIssues } from '@secure-payment/core/api'
import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { ensureDefined } from '../ensureDefined.ts'
import { hasBody, MAX_BODY_BYTES, readJsonBody } from './readJsonBody.ts'
import { readSignedBody } from './readSignedBody.ts'

/** The parts of a call, parsed by its operation's schemas. */
export type Parts = { params: unknown; query: unknown; body: unknown }

type Schema = NonNullable<EndpointDefinition['body']>

/**
 * Reads the parts of a call. Only keys that the schemas name are kept; other keys are dropped. The error lists every fault of the
 * first invalid part. A caller whose client ID is bound to a destination may omit `neededUnlessBound`.
 *
 * @throws InvalidInputError, and what `readJsonBody` and `readSignedBody` throw
 */
export async function readParts(
  context: Pick<Context, 'config' | 'now'>,
  definition: Pick<
    EndpointDefinition,
    'params' | 'query' | 'body' | 'neededUnlessBound' | 'signed' | 'maxBodyBytes'
  >,
  request: IncomingMessage & { params: unknown },
  caller: Caller | null,
): Promise<Parts> {
  const { params, query, body, neededUnlessBound = [], signed } = definition
  const { maxBodyBytes = MAX_BODY_BYTES } = definition
  const read = () =>
    signed === undefined ? readJsonBody(request) : readSignedBody(context, request, maxBodyBytes)
  const needed = isBound(caller) ? [] : neededUnlessBound
  return {
    params: params === undefined ? {} : parsePart(params, request.params),
    query: query === undefined ? {} : parsePart(query, readQuery(request)),
    body: body === undefined ? undefined : await readBody(body, { request, read, needed }),
  }
}

function isBound(caller: Caller | null): boolean {
  return caller?.credential === 'clientId' && caller.payeeDestination !== null
}

async function readBody(
  schema: Schema,
  facts: { request: IncomingMessage; read: () => Promise<unknown>; needed: readonly string[] },
): Promise<unknown> {
  const { request, read, needed } = facts
  if (!hasBody(request) && schema.safeParse(undefined).success) return undefined
  const value = await read()
  return parsePart(schema, value, missingOf(value, needed))
}

function missingOf(value: unknown, needed: readonly string[]): FieldIssue[] {
  if (typeof value !== 'object' || value === null) return []
  return needed
    .filter((field) => !Object.hasOwn(value, field))
    .map((field) => ({
      field,
      code: 'required',
      message: 'is required, because the credential is not bound to a payee destination',
    }))
}

/** `missing` lists the absent fields that this caller must send, which the schema does not require. */
function parsePart(schema: Schema, value: unknown, missing: readonly FieldIssue[] = []): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success && missing.length === 0) return parsed.data
  const issues = parsed.success ? [] : toFieldIssues(parsed.error, value)
  throw new InvalidInputError([...missing, ...issues])
}

/** A repeated key becomes an array, which no schema accepts. */
function readQuery(request: IncomingMessage): unknown {
  const url = ensureDefined(request.url, 'The URL of a request')
  const mark = url.indexOf('?')
  return mark < 0 ? {} : { ...parseQuery(url.slice(mark + 1)) }
}
