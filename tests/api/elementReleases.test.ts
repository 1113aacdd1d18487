import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const BUNDLE = fileURLToPath(new URL('../../widget/dist/cdn', import.meta.url))
/** A release that a page pinned, and that the service no longer builds. */
const EARLIER = '0.0.9-0a1b2c3d'
const IMMUTABLE = 'public, max-age=31536000, immutable'

let test: TestHost
let archive: string
beforeAll(async () => {
  archive = mkdtempSync(join(tmpdir(), 'secure-payment-releases-'))
  mkdirSync(join(archive, EARLIER))
  writeFileSync(join(archive, EARLIER, 'secure-payment.js'), 'export const version = "0.0.9"')
  test = await startTestHost({ PAY_ELEMENT_ARCHIVE: archive })
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  rmSync(archive, { recursive: true, force: true })
})

const open = (path: string) => test.call('GET', path, { anonymous: true })
const release: { folder: string; entry: string; integrity: Record<string, string> } = JSON.parse(
  readFileSync(join(BUNDLE, 'integrity.json'), 'utf8'),
)

describe('The element’s script', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])('is sent to a browser that takes %s as %s', async (accepted, encoding) => {
    for (const path of [`/widget/${release.entry}`, `/widget/${release.folder}/${release.entry}`]) {
      const answer = await fetch(`${test.host.url}${path}`, {
        headers: { 'accept-encoding': accepted },
      })
      const { headers } = answer
      expect(answer.status).toBe(200)
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
      expect(headers.get('vary')).toContain('Accept-Encoding')
      // Decoded, it is what the integrity is of.
      const body = Buffer.from(await answer.arrayBuffer())
      expect(body.equals(readFileSync(join(BUNDLE, release.entry)))).toBe(true)
    }
  })

  it('is not sent where the path cannot be read, and nothing else is lost', async () => {
    const { status, headers } = await open('/widget/%E0%A4%A')
    expect(status).toBe(400)
    expect(headers['content-type']).toContain('application/problem+json')
  })

  it('moves with the service at one address, for pages of any origin', async () => {
    const { status, headers } = await open('/widget/secure-payment.js')
    expect({ status, cache: headers['cache-control'] }).toEqual({
      status: 200,
      cache: 'public, max-age=300',
    })
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  it('never changes at the address of its release, nor do its chunks', async () => {
    const { text } = await open('/widget/integrity.json')
    expect(JSON.parse(text)).toEqual(release)
    for (const name of [release.entry, ...Object.keys(release.integrity).slice(0, 2)]) {
      const { status, headers } = await open(`/widget/${release.folder}/${name}`)
      expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: IMMUTABLE })
      expect(headers['access-control-allow-origin']).toBe('*')
    }
  })

  it('stays at the address of an earlier release, and the present one is kept for later', async () => {
    const { status, text, headers } = await open(`/widget/${EARLIER}/secure-payment.js`)
    expect({ status, text }).toEqual({ status: 200, text: 'export const version = "0.0.9"' })
    expect(headers['cache-control']).toBe(IMMUTABLE)
    const kept = readFileSync(join(archive, release.folder, release.entry))
    expect(kept.equals(readFileSync(join(BUNDLE, release.entry)))).toBe(true)
  })

  it('is not there under a release that never was', async () => {
    const { status, headers } = await open('/widget/0.0.9-ffffffff/secure-payment.js')
    expect(status).toBe(404)
    expect(headers['cache-control'] ?? '').not.toContain('immutable')
  })

  it('is kept once by hosts that share the folder', async () => {
    await using other = await startTestHost({ PAY_ELEMENT_ARCHIVE: archive })
    const path = `/widget/${release.folder}/${release.entry}`
    expect((await other.call('GET', path, { anonymous: true })).status).toBe(200)
    expect(readdirSync(archive).sort()).toEqual([EARLIER, release.folder].sort())
  })
})
