import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from '../measure.ts'
import { serveParent } from './serveParent.ts'

/** A request to send; `body` is JSON text. */
export type LoadRequest = {
  method: 'GET' | 'POST'
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** Load for one or more local servers. */
export type LoadJob = {
  /** The servers' ports, over which the connections are distributed evenly. */
  ports: readonly number[]
  /** The number of connections, each with one request in flight. */
  connections: number
  /** The total number of requests. */
  count: number
  /** The requests to send, in rotation. */
  requests: readonly LoadRequest[]
  /** The name of a header with a different value in each request. */
  uniqueHeader?: string
  /** The fixed rate of requests. Without a rate, each connection sends its next request as soon as a response arrives. */
  ratePerSecond?: number
}

/** A job's result; any response other than 2xx fails the job. */
export type LoadResult = { perSecond: number; p50Ms: number; p99Ms: number }

const TICK_MS = 1

/**
 * Sends HTTP/1.1 over plain sockets, at a third of a full client's cost, so that the bench measures the servers rather than this process.
 */
export type LoadCalls = { run(job: LoadJob): Promise<LoadResult> }

serveParent({ run } satisfies LoadCalls)

async function run(job: LoadJob): Promise<LoadResult> {
  const connections = await Promise.all(
    Array.from({ length: job.connections }, (_, index) =>
      openConnection(job.ports[index % job.ports.length] ?? 0),
    ),
  )
  const nextRequest = createRequests(job)
  const latencies: number[] = []
  const startedAt = performance.now()
  const exchange = async (connection: Connection, dueAt: number) => {
    await connection.exchange(nextRequest())
    latencies.push(performance.now() - dueAt)
  }
  try {
    if (job.ratePerSecond === undefined) await flood(connections, job.count, exchange)
    else await pace(connections, { ...job, ratePerSecond: job.ratePerSecond }, exchange)
  } finally {
    for (const connection of connections) connection.close()
  }
  return {
    perSecond: job.count / ((performance.now() - startedAt) / 1_000),
    p50Ms: percentile(latencies, 50),
    p99Ms: percentile(latencies, 99),
  }
}

type Exchange = (connection: Connection, dueAt: number) => Promise<void>

async function flood(
  connections: readonly Connection[],
  count: number,
  exchange: Exchange,
): Promise<void> {
  let sent = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (sent < count) {
        sent += 1
        await exchange(connection, performance.now())
      }
    }),
  )
}

/** Sends requests at a fixed rate. If no connection is free, a request waits, and its latency includes the wait. */
async function pace(
  connections: readonly Connection[],
  { count, ratePerSecond }: { count: number; ratePerSecond: number },
  exchange: Exchange,
): Promise<void> {
  const free = [...connections]
  const due: number[] = []
  const running = new Set<Promise<void>>()
  const sendDue = () => {
    while (due.length > 0 && free.length > 0) {
      const connection = free.pop()
      const dueAt = due.shift()
      if (connection === undefined || dueAt === undefined) return
      const exchanging = exchange(connection, dueAt).then(() => {
        running.delete(exchanging)
        free.push(connection)
        sendDue()
      })
      running.add(exchanging)
    }
  }
  const startedAt = performance.now()
  for (let scheduled = 0; scheduled < count; ) {
    const now = performance.now()
    const until = Math.min(count, Math.floor(((now - startedAt) / 1_000) * ratePerSecond))
    for (; scheduled < until; scheduled += 1) due.push(now)
    sendDue()
    await delay(TICK_MS)
  }
  while (running.size > 0 || due.length > 0) await Promise.all(running)
}

function createRequests({ requests, uniqueHeader }: LoadJob): () => Buffer | string {
  let sent = 0
  const texts = requests.map(toText)
  const buffers = texts.map((text) => Buffer.from(text))
  return () => {
    const index = sent % requests.length
    sent += 1
    if (uniqueHeader === undefined) return buffers[index] ?? ''
    const value = `${process.pid}-${performance.now()}-${sent}`
    return texts[index]?.replace('\r\n', `\r\n${uniqueHeader}: ${value}\r\n`) ?? ''
  }
}

function toText({ method, path, headers = {}, body = '' }: LoadRequest): string {
  const all: Record<string, string> = { host: '127.0.0.1', ...headers }
  if (method === 'POST') {
    all['content-type'] = 'application/json'
    all['content-length'] = String(Buffer.byteLength(body))
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

type Connection = { exchange(request: Buffer | string): Promise<void>; close(): void }

async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) =>
    socket.once('connect', resolve).once('error', reject),
  )
  let waiting: { resolve(): void; reject(error: Error): void } | null = null
  let received: Buffer = Buffer.alloc(0)
  const settle = (error: Error | null) => {
    const settled = waiting
    waiting = null
    if (error === null) settled?.resolve()
    else settled?.reject(error)
  }
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = readAnswer(received)
    if (answer === null) return
    received = received.subarray(answer.length)
    settle(answer.isSuccess ? null : new Error(`answered ${answer.head}`))
  })
  socket.on('error', settle)
  socket.on('close', () => settle(new Error('the server closed the connection')))
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        write(socket, request)
      }),
    close: () => socket.destroy(),
  }
}

function write(socket: Socket, request: Buffer | string): void {
  if (typeof request === 'string') socket.write(request, 'latin1')
  else socket.write(request)
}

/** Returns the first complete response in a buffer with a `content-length`, or null while it is incomplete. */
function readAnswer(bytes: Buffer): { length: number; isSuccess: boolean; head: string } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const length = end + 4 + Number(/\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  if (bytes.length < length) return null
  return { length, isSuccess: head.startsWith('HTTP/1.1 2'), head }
}
