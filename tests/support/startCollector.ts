import { createServer } from 'node:http'

/** One span that a collector received. */
export type ReceivedSpan = {
  traceId: string
  spanId: string
  /** The id of the span around this one; empty if there is none. */
  parentSpanId: string
  name: string
  attributes: Record<string, unknown>
  isFailed: boolean
}

/** A receiver of traces over OTLP/HTTP (OTLP 1.x, JSON) on 127.0.0.1. */
export type Collector = AsyncDisposable & {
  url: string
  spans: ReceivedSpan[]
  /** The bodies of all requests. */
  text: string
  headers: (string | undefined)[]
  /** The status of the next responses. */
  status: number
}

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean }
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}

/** The status code of a failed span in OTLP. */
const FAILED = 2

/** Starts a collector; `header` names the request header that it records. */
export async function startCollector(header = 'authorization'): Promise<Collector> {
  const state = {
    spans: [] as ReceivedSpan[],
    text: '',
    headers: [] as (string | undefined)[],
    status: 200,
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    collector.headers.push(request.headers[header]?.toString())
    if (request.url === '/v1/traces' && collector.status === 200) {
      collector.text += text
      for (const { scopeSpans } of JSON.parse(text).resourceSpans) {
        for (const { spans } of scopeSpans) collector.spans.push(...spans.map(toSpan))
      }
    }
    response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  const collector: Collector = Object.assign(state, {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
  return collector
}

function toSpan({ attributes, status, parentSpanId = '', ...sent }: Sent): ReceivedSpan {
  const { traceId, spanId, name } = sent
  return {
    traceId,
    spanId,
    parentSpanId,
    name,
    attributes: Object.fromEntries(
      attributes.map(({ key, value }) => [
        key,
        value.stringValue ?? value.intValue ?? value.boolValue,
      ]),
    ),
    isFailed: status.code === FAILED,
  }
}
