import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * A WalletConnect relay on loopback: it forwards encrypted messages between a topic's clients, and stores the messages for later
 * clients.
 */
export type Relay = AsyncDisposable & {
  /** `ws://…`: a value for the element's `walletconnect-relay-url`. */
  url: string
  /** Returns the number of connected pages and wallets. */
  connections(): number
}

type Kept = {
  topic: string
  message: string
  tag: number
  publishedAt: number
  seenBy: Set<string>
}
type Peer = { id: string; send(message: unknown): void; topics: Set<string> }
type Call = { id: number; method?: string; params?: Record<string, unknown> }

/** Starts a relay that implements only the part of the protocol that sessions need. */
export async function startRelay(): Promise<Relay> {
  const peers = new Set<Peer>()
  const kept: Kept[] = []
  let lastId = 1

  function deliver(message: Kept): void {
    for (const peer of peers) {
      if (!peer.topics.has(message.topic) || message.seenBy.has(peer.id)) continue
      message.seenBy.add(peer.id)
      const { topic, message: text, tag, publishedAt } = message
      const data = { topic, message: text, tag, publishedAt }
      lastId += 1
      peer.send({
        jsonrpc: '2.0',
        id: lastId,
        method: 'irn_subscription',
        params: { id: topic, data },
      })
    }
  }
  function publish(from: Peer, topic: string, message: string, tag: number): void {
    const next = { topic, message, tag, publishedAt: Date.now(), seenBy: new Set([from.id]) }
    kept.push(next)
    deliver(next)
  }
  function subscribe(peer: Peer, topic: string): string {
    peer.topics.add(topic)
    for (const message of kept) if (message.topic === topic) deliver(message)
    return topic
  }
  function answer(peer: Peer, { method, params = {} }: Call): unknown {
    const text = (key: string): string => String(params[key])
    const topics = (Array.isArray(params['topics']) ? params['topics'] : []).map(String)
    switch (method) {
      case 'irn_subscribe':
        return subscribe(peer, text('topic'))
      case 'irn_batchSubscribe':
        return topics.map((topic) => subscribe(peer, topic))
      case 'irn_batchFetchMessages':
        return { messages: [], hasMore: false }
      case 'irn_publish':
        publish(peer, text('topic'), text('message'), Number(params['tag']))
        return true
      case 'wc_proposeSession':
        subscribe(peer, text('pairingTopic'))
        publish(peer, text('pairingTopic'), text('sessionProposal'), 1100)
        return true
      case 'wc_approveSession':
        subscribe(peer, text('sessionTopic'))
        publish(peer, text('pairingTopic'), text('sessionProposalResponse'), 1101)
        publish(peer, text('sessionTopic'), text('sessionSettlementRequest'), 1102)
        return true
      default:
        return true
    }
  }

  const server = createServer((_, response) => response.writeHead(426).end())
  const sockets = new Set<Duplex>()
  server.on('upgrade', (request, socket) => {
    const key = request.headers['sec-websocket-key'] ?? ''
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acceptKey(key)}\r\n\r\n`,
    )
    const peer: Peer = {
      id: readClientId(request.url),
      topics: new Set(),
      send: (message) => socket.write(frame(JSON.stringify(message))),
    }
    peers.add(peer)
    sockets.add(socket)
    const read = createFrameReader((text) => {
      const call: Call = JSON.parse(text)
      if (call.method !== undefined)
        peer.send({ jsonrpc: '2.0', id: call.id, result: answer(peer, call) })
    })
    socket.on('data', (bytes: Buffer) => {
      if (read(bytes)) socket.end()
    })
    const forget = (): void => {
      peers.delete(peer)
      sockets.delete(socket)
    }
    socket.on('close', forget)
    socket.on('error', forget)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    connections: () => peers.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Returns the client's id, which a reload does not change. The client's token contains the id; the relay ignores the token's
 * signature.
 */
function readClientId(url = ''): string {
  const token = new URL(url, 'ws://localhost').searchParams.get('auth') ?? ''
  const [, claims = ''] = token.split('.')
  const { iss }: { iss?: string } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return iss ?? ''
}

/** Returns the accept key of RFC 6455, section 1.3. */
function acceptKey(key: string): string {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
}

/** Encodes a text frame as servers send it. */
function frame(text: string): Buffer {
  const body = Buffer.from(text)
  const head =
    body.length < 126
      ? Buffer.from([0x81, body.length])
      : body.length < 65_536
        ? Buffer.from([0x81, 126, body.length >> 8, body.length & 0xff])
        : Buffer.concat([Buffer.from([0x81, 127, 0, 0, 0, 0]), uint32(body.length)])
  return Buffer.concat([head, body])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Decodes clients' masked frames; passes whole texts on, and returns whether the peer closed the connection. */
function createFrameReader(onText: (text: string) => void): (bytes: Buffer) => boolean {
  let rest = Buffer.alloc(0)
  let parts: Buffer[] = []
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (let next = readFrame(rest); next !== null; next = readFrame(rest)) {
      rest = rest.subarray(next.length)
      if (next.opcode === 8) return true
      if (next.opcode > 2) continue
      parts.push(next.body)
      if (!next.isLast) continue
      onText(Buffer.concat(parts).toString())
      parts = []
    }
    return false
  }
}

function readFrame(
  bytes: Buffer,
): { opcode: number; isLast: boolean; body: Buffer; length: number } | null {
  if (bytes.length < 6) return null
  const [first = 0, second = 0] = bytes
  const short = second & 0x7f
  const extra = short === 127 ? 8 : short === 126 ? 2 : 0
  if (bytes.length < 6 + extra) return null
  const size = extra === 8 ? bytes.readUInt32BE(6) : extra === 2 ? bytes.readUInt16BE(2) : short
  const start = 6 + extra
  if (bytes.length < start + size) return null
  const mask = bytes.subarray(start - 4, start)
  const body = Buffer.from(bytes.subarray(start, start + size)).map(
    (byte, at) => byte ^ (mask[at % 4] ?? 0),
  )
  return {
    opcode: first & 0x0f,
    isLast: (first & 0x80) !== 0,
    body: Buffer.from(body),
    length: start + size,
  }
}
