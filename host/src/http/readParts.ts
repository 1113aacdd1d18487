import type { IncomingMessage } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { InvalidInputError } from '@secure-payment/core'
import { type EndpointDefinition, toFieldIssues } from '@secure-payment/core/api'
import { hasBody, readJsonBody } from './readJsonBody.ts'

/** What a call carries, parsed by its operation's schemas. */
export type Parts = { params: unknown; query: unknown; body: unknown }

type Schema = NonNullable<EndpointDefinition['body']>

/**
 * Reads what a call carries. Only what the schemas name gets through: other keys are dropped.
 *
 * @throws InvalidInputError, and what `readJsonBody` throws
 */
export async function readParts(
  { params, query, body }: Pick<EndpointDefinition, 'params' | 'query' | 'body'>,
  request: IncomingMessage & { params: unknown },
): Promise<Parts> {
  return {
    params: params === undefined ? {} : parsePart(params, request.params),
    query: query === undefined ? {} : parsePart(query, readQuery(request)),
    body: body === undefined ? undefined : await readBody(body, request),
  }
}

async function readBody(schema: Schema, request: IncomingMessage): Promise<unknown> {
  if (!hasBody(request) && schema.safeParse(undefined).success) return undefined
  return parsePart(schema, await readJsonBody(request))
}

function parsePart(schema: Schema, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new InvalidInputError(toFieldIssues(parsed.error, value))
}

/** A repeated key becomes an array, which no schema takes. */
function readQuery(request: IncomingMessage): unknown {
  const url = request.url ?? ''
  const mark = url.indexOf('?')
  return mark < 0 ? {} : { ...parseQuery(url.slice(mark + 1)) }
}
