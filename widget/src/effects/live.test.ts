import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLive, type Live } from './live.ts'

const EVENT = 'event: changed\nid: W/"a1"\ndata: {"status":"pending","etag":"W/\\"a1\\""}\n\n'
const OK = { 'content-type': 'text/event-stream; charset=utf-8' }

type Connection = {
  readonly headers: Headers
  readonly url: string
  readonly signal: AbortSignal
  send(text: string): void
  end(): void
  break(): void
}

/** Creates a service whose responses the test defines, call by call. */
function createService(answer?: (call: number) => Response | null) {
  const connections: Connection[] = []
  const fetch = async (url: string, { headers, signal }: RequestInit): Promise<Response> => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(own) {
        controller = own
      },
    })
    if (!signal) throw new TypeError('A stream must be possible to close.')
    const fail = () => controller?.error(signal.reason)
    signal.addEventListener('abort', fail)
    connections.push({
      headers: new Headers(headers),
      url,
      signal,
      send: (text) => controller?.enqueue(new TextEncoder().encode(text)),
      end: () => controller?.close(),
      break: () => controller?.error(new TypeError('network error')),
    })
    const other = answer?.(connections.length)
    if (other === null) {
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    }
    return other ?? new Response(body, { headers: OK })
  }
  return { connections, fetch }
}

let live: Live | undefined
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  live?.stop()
  vi.useRealTimers()
})

function open(service: ReturnType<typeof createService>) {
  const onChange = vi.fn()
  const onAlive = vi.fn()
  live = createLive({
    apiOptions: {
      apiBase: 'https://api.example.test/',
      token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
      clientId: 'cli_1',
      fetch: service.fetch,
      now: () => Date.now(),
      isOnline: () => true,
    },
    onChange,
    onAlive,
    random: () => 0,
  })
  live.start()
  return { onChange, onAlive }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('A stream of events', () => {
  it('a stream of events reports that it is alive at its first bytes, and reports each change', async () => {
    const service = createService()
    const { onChange, onAlive } = open(service)
    await settle()
    const [connection] = service.connections
    expect(connection?.url).toBe(
      'https://api.example.test/v2/secure-payments/01KB4Z8Q6V3M2N5P7R9T0W1X2Y/events',
    )
    expect(connection?.headers.get('x-client-id')).toBe('cli_1')
    expect(onAlive).not.toHaveBeenCalled()
    connection?.send(':\n\n')
    await settle()
    expect(onAlive.mock.calls).toEqual([[true]])
    expect(onChange).not.toHaveBeenCalled()
    for (const piece of [EVENT.slice(0, 9), EVENT.slice(9, 30), EVENT.slice(30)]) {
      connection?.send(piece)
      await settle()
    }
    expect(onChange).toHaveBeenCalledTimes(1)
    connection?.send(EVENT.replaceAll('\n', '\r\n'))
    await settle()
    expect(onChange).toHaveBeenCalledTimes(2)
  })

  it('a stream of events reopens after an end or an error, from the last event', async () => {
    const service = createService()
    const { onAlive } = open(service)
    await settle()
    service.connections[0]?.send(EVENT)
    await settle()
    service.connections[0]?.end()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(onAlive.mock.calls).toEqual([[true], [false]])
    expect(service.connections[1]?.headers.get('last-event-id')).toBe('W/"a1"')
    service.connections[1]?.send(':\n\n')
    await settle()
    service.connections[1]?.break()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(service.connections).toHaveLength(3)
  })

  it('a stream of events is closed when it stays silent for longer than the service ever does', async () => {
    const service = createService()
    const { onAlive } = open(service)
    await settle()
    service.connections[0]?.send(EVENT)
    await vi.advanceTimersByTimeAsync(39_000)
    expect(service.connections).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(service.connections[0]?.signal.aborted).toBe(true)
    expect(onAlive.mock.lastCall).toEqual([false])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(service.connections).toHaveLength(2)
  })

  it('a stream of events closes when the page is hidden, and opens when it becomes visible', async () => {
    const service = createService()
    const { onAlive } = open(service)
    await settle()
    service.connections[0]?.send(EVENT)
    await settle()
    live?.stop()
    expect(service.connections[0]?.signal.aborted).toBe(true)
    expect(onAlive.mock.lastCall).toEqual([false])
    await vi.advanceTimersByTimeAsync(600_000)
    expect(service.connections).toHaveLength(1)
    live?.start()
    live?.start()
    await settle()
    expect(service.connections).toHaveLength(2)
  })
})

describe('A service that does not stream', () => {
  const json = (status: number, headers = {}) =>
    new Response('{"code":"x"}', {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })

  it.each([401, 403, 404, 405])(
    'a service that does not stream receives only one request when it returns %i',
    async (status) => {
      const service = createService(() => json(status))
      const { onAlive, onChange } = open(service)
      await vi.advanceTimersByTimeAsync(3_600_000)
      live?.stop()
      live?.start()
      await vi.advanceTimersByTimeAsync(3_600_000)
      expect(service.connections).toHaveLength(1)
      expect(onAlive).not.toHaveBeenCalledWith(true)
      expect(onChange).not.toHaveBeenCalled()
    },
  )

  it.each([429, 503])(
    'a service that does not stream receives no request during the Retry-After of its %i response',
    async (status) => {
      const service = createService(() => json(status, { 'retry-after': '30' }))
      open(service)
      await vi.advanceTimersByTimeAsync(29_000)
      expect(service.connections).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(2_000)
      expect(service.connections).toHaveLength(2)
    },
  )

  it('a service that does not stream receives a request after ten minutes, even when its Retry-After is longer', async () => {
    const service = createService(() => json(429, { 'retry-after': '999999' }))
    open(service)
    await vi.advanceTimersByTimeAsync(599_000)
    expect(service.connections).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(service.connections).toHaveLength(2)
  })

  it.each([
    ['a line without end', `data: ${'x'.repeat(5_000)}`],
    ['an event that is too long', `event: changed\ndata: ${'x'.repeat(5_000)}\n\n`],
  ])(
    'a service that does not stream receives no further request after it sent %s',
    async (_, text) => {
      const service = createService()
      const { onChange } = open(service)
      await settle()
      service.connections[0]?.send(text)
      await settle()
      expect(service.connections[0]?.signal.aborted).toBe(true)
      expect(onChange).not.toHaveBeenCalled()
    },
  )

  it.each<[string, () => Response | null]>([
    ['a page', () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
    [
      'noise that calls itself a stream',
      () => new Response('\u0000\u0001 noise\n\n', { headers: OK }),
    ],
    ['a line without end', () => new Response('a'.repeat(100_000), { headers: OK })],
    ['nothing', () => new Response(null, { headers: OK })],
    [
      'events by another name',
      () => new Response(EVENT, { headers: { 'content-type': 'text/x' } }),
    ],
    ['an error', () => json(500)],
    ['never', () => null],
  ])(
    'a service that does not stream but sends %s receives ever fewer requests, and finally none',
    async (_, answer) => {
      const service = createService(answer)
      const { onAlive, onChange } = open(service)
      await vi.advanceTimersByTimeAsync(24 * 3_600_000)
      expect(service.connections).toHaveLength(6)
      expect(onAlive).not.toHaveBeenCalledWith(true)
      expect(onChange).not.toHaveBeenCalled()
      live?.start()
      await settle()
      expect(service.connections).toHaveLength(7)
    },
  )

  it('an id that no header can contain is not sent when the stream opens again', async () => {
    const service = createService()
    open(service)
    await settle()
    service.connections[0]?.send('event: changed\nid: a\u00e9b\ndata: x\n\n')
    await settle()
    service.connections[0]?.end()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(service.connections[1]?.headers.get('last-event-id')).toBeNull()
  })
})
