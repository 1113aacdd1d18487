import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EventSink, EventStream } from './eventStream.ts'
import { sendEvents } from './sendEvents.ts'

/** The module guarantees a heartbeat every 15 s, and allows about 8 KiB of unread data. */
const HEARTBEAT_MS = 15_000
const MAX_UNREAD_BYTES = 8_192
const DATA = JSON.stringify({ status: 'pending', etag: 'W/"0123456789abcdef"' })
const CHANGE = { event: 'changed', id: 'W/"0123456789abcdef"', data: DATA }

/** A connection whose other end reads everything immediately. */
class ReadingSocket extends Socket {
  text = ''
  override _write(chunk: Buffer | string, _: BufferEncoding, done: () => void): void {
    this.text += String(chunk)
    done()
  }
  override _writev(chunks: { chunk: Buffer | string }[], done: () => void): void {
    for (const { chunk } of chunks) this.text += String(chunk)
    done()
  }
}

/** A connection whose other end is gone or does not read, so that written data is never sent. */
class StuckSocket extends Socket {
  override _write(): void {}
  override _writev(): void {}
}

/** A connection whose other end stops reading when the test decides. */
class TiringSocket extends ReadingSocket {
  isTired = false
  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: () => void): void {
    if (!this.isTired) super._write(chunk, encoding, done)
  }
  override _writev(chunks: { chunk: Buffer | string }[], done: () => void): void {
    if (!this.isTired) super._writev(chunks, done)
  }
}

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    }),
)
afterEach(() => void vi.useRealTimers())

function open(socket: Socket, { signal = new AbortController().signal, isHungUp = false } = {}) {
  const response = new ServerResponse(new IncomingMessage(socket))
  response.assignSocket(socket)
  if (isHungUp) response.destroy()
  response.on('error', () => undefined)
  const closed = once(response, 'close')
  const stop = vi.fn<() => void>()
  let sink: EventSink | null = null
  const stream = new EventStream((given) => {
    sink = given
    return stop
  })
  sendEvents(response, {}, { stream, signals: [signal], lifetimeMs: 600_000 })
  return { response, closed, stop, send: () => sink?.send(CHANGE) }
}

/** Written data is sent in the next tick, both before and after the heartbeat. */
async function passHeartbeat(): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve))
  vi.advanceTimersByTime(HEARTBEAT_MS)
  await new Promise<void>((resolve) => process.nextTick(resolve))
}

describe('A stream of events', () => {
  it('a stream of events continues for a reader that keeps up, with a heartbeat every 15 s', async () => {
    const socket = new ReadingSocket()
    const { response, send, stop } = open(socket)
    for (let beat = 0; beat < 10; beat += 1) {
      send()
      await passHeartbeat()
    }
    expect(response.destroyed).toBe(false)
    expect(socket.text.split(':\n\n')).toHaveLength(1 + 1 + 10)
    expect(socket.text.split(`data: ${DATA}\n\n`)).toHaveLength(1 + 10)
    expect(stop).not.toHaveBeenCalled()
    response.destroy()
  })

  it('a stream of events ends at the heartbeat that finds the previous one unsent, and stops watching', async () => {
    const socket = new TiringSocket()
    const { response, closed, stop } = open(socket)
    await passHeartbeat()
    socket.isTired = true
    await passHeartbeat()
    expect(response.destroyed).toBe(false)
    await passHeartbeat()
    expect(response.destroyed).toBe(true)
    await closed
    expect(stop).toHaveBeenCalledOnce()
  })

  it('a stream of events ends when more than 8 KiB are unread, and frees its buffer', async () => {
    const { response, closed, stop, send } = open(new StuckSocket())
    while (!response.destroyed && response.writableLength <= MAX_UNREAD_BYTES) send()
    expect(response.destroyed).toBe(true)
    const length = response.writableLength
    send()
    expect(response.writableLength).toBe(length)
    await closed
    expect(stop).toHaveBeenCalledOnce()
  })

  it('a stream of events does not start for a client that already disconnected', () => {
    const { stop } = open(new ReadingSocket(), { isHungUp: true })
    expect(stop).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a stream of events ends immediately on a stopping host', async () => {
    const socket = new ReadingSocket()
    const { response, closed } = open(socket, { signal: AbortSignal.abort() })
    expect(response.writableEnded).toBe(true)
    socket.destroy()
    response.destroy()
    await closed
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a stream of events leaves no timer behind', async () => {
    const { response, closed } = open(new ReadingSocket())
    expect(vi.getTimerCount()).toBe(2)
    response.destroy()
    await closed
    expect(vi.getTimerCount()).toBe(0)
  })
})
