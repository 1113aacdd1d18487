import { Pool, request } from 'undici'
import { type ContractCheck, createContractCheck } from './contractCheck.ts'
import { recordPublished } from './recordPublished.ts'

/** A response from the API. `json` is undefined when the body is empty or not JSON. */
export type Answer = {
  status: number
  headers: Record<string, string>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they assert; the contract check has proven the shape.
  json: any
}

/** One call's options. `raw` replaces the JSON body. */
export type CallOptions = {
  headers?: Record<string, string>
  body?: unknown
  raw?: string | Buffer
  /** Sends none of the caller's own headers. */
  anonymous?: boolean
  /** Skips the comparison with the OpenAPI document, for paths outside the document. */
  unchecked?: boolean
}

/**
 * Calls the API. Every response on a documented path must match the served OpenAPI document, and Request Network's document except for the
 * differences in publishedExceptions.ts.
 */
export type Caller = (method: string, path: string, options?: CallOptions) => Promise<Answer>

/** Creates a caller that sends `credentials` with each call to a host. */
export async function createCaller(
  baseUrl: string,
  credentials: Record<string, string>,
): Promise<Caller> {
  // undici's shared agent closes a host's pool after each call, once the host has closed one of its connections.
  const service = { baseUrl, dispatcher: new Pool(baseUrl) }
  const check = await getContractCheck(service)
  return async (method, path, options = {}) => {
    const headers = { ...(options.anonymous ? {} : credentials), ...options.headers }
    const answer = await send(service, method, path, { ...options, headers })
    if (!options.unchecked) {
      check(method, path, answer)
      recordPublished(method, path, answer)
    }
    return answer
  }
}

/** A host, and its connections. */
type Service = { baseUrl: string; dispatcher: Pool }

let contractCheck: ContractCheck | undefined

/**
 * Returns the check that compares responses with the OpenAPI document. The documents of hosts differ only in their origins, so the first
 * document is compiled for all callers of a process.
 */
async function getContractCheck(service: Service): Promise<ContractCheck> {
  if (contractCheck === undefined) {
    const document = await send(service, 'GET', '/openapi.json', { headers: {} })
    contractCheck = createContractCheck(document.json)
  }
  return contractCheck
}

async function send(
  { baseUrl, dispatcher }: Service,
  method: string,
  path: string,
  options: CallOptions & { headers: Record<string, string> },
): Promise<Answer> {
  const text =
    options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const headers =
    options.body === undefined
      ? options.headers
      : { 'content-type': 'application/json', ...options.headers }
  const answer = await request(baseUrl + path, {
    dispatcher,
    method: method as 'GET',
    headers,
    ...(text !== undefined && { body: text }),
  })
  const body = await answer.body.text()
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
    ),
    text: body,
    json: parse(body),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
