import type { IncomingHttpHeaders } from 'node:http'
import type { Request, Response } from 'express'

const MAX_KEPT = 200

/** A webhook that arrived at the shop: the exact body, the relevant headers, and whether its signature is valid. */
export type Arrival = {
  sequence: number
  receivedAt: string
  headers: Readonly<Record<string, string>>
  body: string
  isVerified: boolean
}

/** Keeps the latest deliveries and streams new deliveries to open pages (server-sent events). */
export type Inspector = {
  add(arrival: { headers: IncomingHttpHeaders; body: string; isVerified: boolean }): void
  list(): readonly Arrival[]
  stream(request: Request, response: Response): void
  close(): void
}

/** Creates an empty inspector. */
export function createInspector(): Inspector {
  const kept: Arrival[] = []
  const open = new Set<Response>()
  let sequence = 0
  return {
    add({ headers, body, isVerified }) {
      sequence += 1
      const arrival = {
        sequence,
        receivedAt: new Date().toISOString(),
        headers: relevantHeaders(headers),
        body,
        isVerified,
      }
      kept.push(arrival)
      if (kept.length > MAX_KEPT) kept.shift()
      for (const response of open) response.write(`data: ${JSON.stringify(arrival)}\n\n`)
    },
    list: () => kept,
    stream(request, response) {
      response.set({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.flushHeaders()
      for (const arrival of kept) response.write(`data: ${JSON.stringify(arrival)}\n\n`)
      open.add(response)
      request.once('close', () => open.delete(response))
    },
    close() {
      for (const response of open) response.end()
      open.clear()
    },
  }
}

function relevantHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).filter(
    ([name]) =>
      name.startsWith('x-service-') || name.startsWith('webhook-') || name === 'content-type',
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
