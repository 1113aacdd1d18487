/**
 * Runs in a separate network namespace, where every address in the corpus is this machine. Listens on all addresses, counts connections
 * while the host's guarded client tries to reach them, and prints the counts as one JSON line.
 */
import { readFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import {
  ForbiddenTargetError,
  type Lookup,
  openSafeFetch,
  type SafeFetch,
} from '../../../host/src/outgoing/safeFetch.ts'
import { FORBIDDEN_URLS, PRIVATE_ADDRESSES, PUBLIC_ADDRESS } from '../support/forbiddenUrls.ts'

/** The test's counts, where `reached` counts the connections from the guarded client to forbidden addresses. */
export type SsrfReport = {
  /** The connections from a plain client to all addresses: a lower number means that some targets were not listening. */
  control: number
  corpus: { tried: number; refused: number; reached: number }
  resolved: { tried: number; refused: number; reached: number }
  rebinding: { tried: number; reached: number; reachedPublic: number }
  redirects: { statuses: number[]; reached: number }
}

const PORTS = [22, 80, 443, 8443, 9200]
const REDIRECT_PORT = 8444
const REBINDINGS = 1_000
const DEADLINE_MS = 2_000
const NAME = 'hooks.example.test'

const hits = new Map<string, number>()
const servers: Server[] = []

function note(socket: Socket): void {
  const address = (socket.localAddress ?? '').replace(/^::ffff:/, '')
  hits.set(address, (hits.get(address) ?? 0) + 1)
}

/** Returns the connections since the last call: to all private addresses, and to the public address. */
function takeHits(): { reached: number; reachedPublic: number } {
  const reachedPublic = hits.get(PUBLIC_ADDRESS) ?? 0
  const all = [...hits.values()].reduce((sum, count) => sum + count, 0)
  hits.clear()
  return { reached: all - reachedPublic, reachedPublic }
}

async function listen(server: Server, port: number): Promise<void> {
  servers.push(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: '::', port, ipv6Only: false }, resolve)
  })
}

async function listenForHits(): Promise<void> {
  for (const port of PORTS) {
    const server = createServer((socket) => {
      note(socket)
      socket.on('error', () => {})
      socket.destroy()
    })
    await listen(server, port)
  }
}

/** Returns a public receiver that redirects callers to the address at which clouds serve credentials. */
async function listenWithRedirects(): Promise<void> {
  const statuses = [301, 302, 303, 307, 308]
  let turn = 0
  const server = createTlsServer({
    key: readFileSync(process.env['TLS_KEY'] ?? ''),
    cert: readFileSync(process.env['TLS_CERT'] ?? ''),
  })
  server.on('secureConnection', (socket) => {
    socket.on('error', () => {})
    socket.on('data', () => {
      const status = statuses[turn % statuses.length]
      turn += 1
      socket.end(
        `HTTP/1.1 ${status} Moved\r\nlocation: https://169.254.169.254/latest/meta-data/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
      )
    })
  })
  await listen(server, REDIRECT_PORT)
}

/** Resolves every name to these sets of addresses in turn. */
function resolver(...answers: readonly (readonly string[])[]): Lookup {
  let turn = 0
  return (_hostname, _options, callback) => {
    const answer = answers[turn % answers.length] ?? []
    turn += 1
    callback(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

function open(lookup?: Lookup): SafeFetch {
  return openSafeFetch({ allowLoopback: false }, lookup === undefined ? {} : { lookup })
}

/** Returns true when the guard rejected the URL; false for any other failure. */
async function isRefused(client: SafeFetch, url: string): Promise<boolean> {
  try {
    await client.post({ url, headers: {}, body: '{}', deadlineMs: DEADLINE_MS })
    return false
  } catch (error) {
    return error instanceof ForbiddenTargetError
  }
}

async function controlHits(): Promise<number> {
  for (const host of [...PRIVATE_ADDRESSES, PUBLIC_ADDRESS]) {
    await new Promise<void>((resolve, reject) => {
      connect({ host, port: 443 }).once('close', resolve).once('error', reject)
    })
  }
  const { reached, reachedPublic } = takeHits()
  return reached + reachedPublic
}

async function tryCorpus(): Promise<SsrfReport['corpus']> {
  await using client = open()
  let refused = 0
  for (const url of FORBIDDEN_URLS) if (await isRefused(client, url)) refused += 1
  const { reached, reachedPublic } = takeHits()
  return { tried: FORBIDDEN_URLS.length, refused, reached: reached + reachedPublic }
}

/** Tries names that resolve to a private address, alone and together with a public address. */
async function tryResolved(): Promise<SsrfReport['resolved']> {
  let tried = 0
  let refused = 0
  for (const address of PRIVATE_ADDRESSES) {
    for (const answer of [[address], [PUBLIC_ADDRESS, address], [address, PUBLIC_ADDRESS]]) {
      await using client = open(resolver(answer))
      for (const port of [443, 8443, 9200]) {
        tried += 1
        if (await isRefused(client, `https://${NAME}:${port}/`)) refused += 1
      }
    }
  }
  const { reached, reachedPublic } = takeHits()
  return { tried, refused, reached: reached + reachedPublic }
}

/** Tries a name that is public in one lookup and private in the next. */
async function tryRebinding(): Promise<SsrfReport['rebinding']> {
  const turns = PRIVATE_ADDRESSES.flatMap((address) => [[PUBLIC_ADDRESS], [address]])
  await using client = open(resolver(...turns))
  for (let tried = 0; tried < REBINDINGS; tried += 1) await isRefused(client, `https://${NAME}/`)
  return { tried: REBINDINGS, ...takeHits() }
}

async function tryRedirects(): Promise<SsrfReport['redirects']> {
  await using client = open(resolver([PUBLIC_ADDRESS]))
  const statuses: number[] = []
  for (let tried = 0; tried < 5; tried += 1) {
    const url = `https://${NAME}:${REDIRECT_PORT}/`
    const answer = await client.post({ url, headers: {}, body: '{}', deadlineMs: DEADLINE_MS })
    statuses.push(answer.status)
  }
  return { statuses, reached: takeHits().reached }
}

await listenForHits()
await listenWithRedirects()
const report: SsrfReport = {
  control: await controlHits(),
  corpus: await tryCorpus(),
  resolved: await tryResolved(),
  rebinding: await tryRebinding(),
  redirects: await tryRedirects(),
}
for (const server of servers) server.close()
process.stdout.write(`${JSON.stringify(report)}\n`)
