import type { IncomingHttpHeaders } from 'node:http'

/** A recorded call to the bridge's API, in a transcript's format. It contains only the headers that LI.FI reads. */
export type RecordedRequest = {
  method: string
  /** Path and query. */
  url: string
  headers: Record<string, string>
  /** The posted body, as JSON. */
  body?: unknown
}

/** The maximum number of requests in the log, which removes the oldest first. */
const MAX_REQUESTS = 1_000

/** The calls to the API, oldest first. */
export type RequestLog = {
  entries(): readonly RecordedRequest[]
  add(request: { method: string; url: string; headers: IncomingHttpHeaders; body?: unknown }): void
}

/** Creates an empty log. */
export function createRequestLog(): RequestLog {
  const requests: RecordedRequest[] = []
  return {
    entries: () => requests,
    add({ method, url, headers, body }) {
      requests.push({
        method,
        url,
        headers: pickHeaders(headers),
        ...(body === undefined ? {} : { body }),
      })
      if (requests.length > MAX_REQUESTS) requests.shift()
    },
  }
}

function pickHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      (name === 'content-type' || name.startsWith('x-lifi-')) && typeof value === 'string'
        ? [[name, value]]
        : [],
    ),
  )
}
