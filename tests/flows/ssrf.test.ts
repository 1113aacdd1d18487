import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ForbiddenTargetError, parseTarget } from '../../host/src/outgoing/safeFetch.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import type { SsrfReport } from './children/ssrfTargets.ts'
import { FORBIDDEN_URLS, PRIVATE_ADDRESSES, PUBLIC_ADDRESS } from './support/forbiddenUrls.ts'

const CHILD = fileURLToPath(new URL('./children/ssrfTargets.ts', import.meta.url))
const CHILD_TIMEOUT_MS = 200_000

/** Assigns every address in the corpus to the loopback interface of a new network namespace. */
const ADDRESSES = [
  'ip link set lo up',
  ...[...PRIVATE_ADDRESSES, PUBLIC_ADDRESS]
    .filter((address) => !address.startsWith('127.') && address !== '::1')
    .map((address) =>
      address.includes(':')
        ? `ip -6 addr add ${address}/128 dev lo nodad`
        : `ip addr add ${address}/32 dev lo`,
    ),
].join(' && ')

/** Returns the reason why this machine cannot run live targets; null if it can. */
function findObstacle(): string | null {
  const made = spawnSync('unshare', ['-n', 'sh', '-c', ADDRESSES], { encoding: 'utf8' })
  if (made.error !== undefined) return `unshare cannot be run: ${made.error.message}`
  if (made.status !== 0) return `no network namespace can be made: ${made.stderr.trim()}`
  const version = spawnSync('openssl', ['version'])
  return version.status === 0 ? null : 'openssl is not there to make a certificate'
}

const obstacle = findObstacle()
if (obstacle !== null) console.warn(`Skipped the live targets of webhooks: ${obstacle}.`)

describe('A webhook to a forbidden address', () => {
  let host: TestHost
  beforeAll(async () => {
    host = await startTestHost()
  })
  afterAll(() => host[Symbol.asyncDispose]())

  test.each(FORBIDDEN_URLS)(
    'a webhook to a forbidden address is rejected at %s before any name is resolved',
    (url) => {
      expect(() => parseTarget(url, { allowLoopback: false })).toThrow(ForbiddenTargetError)
    },
  )

  test('a webhook to a forbidden address, in any notation, is not registered', async () => {
    for (const url of FORBIDDEN_URLS) {
      const answer = await host.call('POST', '/v1/webhook', { body: { url } })
      expect(answer, url).toMatchObject({ status: 400, json: { errors: [{ field: 'url' }] } })
    }
    const rows = await host.host.context.db.kysely
      .selectFrom('webhook_endpoints')
      .select('id')
      .execute()
    expect(rows).toEqual([])
  })
})

describe.skipIf(obstacle !== null)('The guard, with live targets in a separate network', () => {
  let folder: string
  let report: SsrfReport
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'secure-payment-ssrf-'))
    report = await runInNamespace(makeCertificate(folder))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('the guard is tested against live targets: a plain client connects to each target', () => {
    expect(report.control).toBe(PRIVATE_ADDRESSES.length + 1)
  })

  test(`the guard rejects each of ${FORBIDDEN_URLS.length} URLs, without any connection to a target`, () => {
    const tried = FORBIDDEN_URLS.length
    expect(report.corpus).toEqual({ tried, refused: tried, reached: 0 })
  })

  test('the guard rejects names that resolve to a private address, even if they also resolve to a public one', () => {
    const tried = PRIVATE_ADDRESSES.length * 3 * 3
    expect(report.resolved).toEqual({ tried, refused: tried, reached: 0 })
  })

  test('the guard survives 1,000 attempts at a name that changes between two lookups: 0 hits on a private address', () => {
    expect(report.rebinding).toMatchObject({ tried: 1_000, reached: 0 })
    // Half of the lookups returned the public address, which was called: the resolver ran every time.
    expect(report.rebinding.reachedPublic).toBe(500)
  })

  test('the guard follows no redirects to a private address', () => {
    expect(report.redirects).toEqual({ statuses: [301, 302, 303, 307, 308], reached: 0 })
  })
})

/** Creates a certificate from a separate authority for the receiver that redirects. */
function makeCertificate(folder: string): { key: string; cert: string } {
  const key = join(folder, 'key.pem')
  const cert = join(folder, 'cert.pem')
  const name = 'hooks.example.test'
  const made = spawnSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', key, '-out', cert, '-days', '2', '-subj', `/CN=${name}`],
      ...['-addext', `subjectAltName=DNS:${name}`],
    ],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`)
  return { key, cert }
}

async function runInNamespace(tls: { key: string; cert: string }): Promise<SsrfReport> {
  const script = `${ADDRESSES} && exec "$0" --conditions=@secure-payment/source "$1"`
  const child = spawn('unshare', ['-n', 'sh', '-c', script, process.execPath, CHILD], {
    env: {
      ...process.env,
      NODE_EXTRA_CA_CERTS: tls.cert,
      TLS_KEY: tls.key,
      TLS_CERT: tls.cert,
    },
    timeout: CHILD_TIMEOUT_MS,
  })
  let output = ''
  let problem = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    problem += String(chunk)
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`The child ended with ${code}: ${problem}`)
  // The type of the report that the child process prints.
  return JSON.parse(output) as SsrfReport
}
