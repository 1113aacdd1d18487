import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../host/src/context.ts'
import { createReleases, MAX_KEPT } from '../../host/src/releases/createReleases.ts'
import { copyElementBuild, ELEMENT_BUILD, readBuiltRelease } from '../support/copyElementBuild.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

/** A release that a page pinned and that the service no longer builds. */
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
const release = await readBuiltRelease()

describe('The element’s script', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])(
    'the element’s script is sent to a browser that accepts %s as %s',
    async (accepted, encoding) => {
      const path = `/widget/${release.folder}/${release.entry}`
      const answer = await fetch(`${test.host.url}${path}`, {
        headers: { 'accept-encoding': accepted },
      })
      const { headers } = answer
      expect(answer.status).toBe(200)
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
      expect(headers.get('vary')).toContain('Accept-Encoding')
      // The decoded script matches the integrity hash.
      const body = Buffer.from(await answer.arrayBuffer())
      expect(body.equals(readFileSync(join(ELEMENT_BUILD, release.folder, release.entry)))).toBe(
        true,
      )
    },
  )

  it('the element’s script returns 400 for a path that cannot be decoded', async () => {
    const { status, headers } = await open('/widget/%E0%A4%A')
    expect(status).toBe(400)
    expect(headers['content-type']).toContain('application/problem+json')
  })

  it('the element’s script at the unversioned address exports the service’s current release to pages on any origin', async () => {
    const { status, headers, text } = await open('/widget/secure-payment.js')
    expect({ status, cache: headers['cache-control'] }).toEqual({
      status: 200,
      cache: 'public, max-age=300',
    })
    // The script exports from a release's own address, so a page keeps the release that it loaded.
    expect(text).toBe(`export*from"./${release.folder}/${release.entry}"\n`)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  it('the element’s script never changes at its release’s address, and neither do its chunks', async () => {
    const { text } = await open('/widget/integrity.json')
    expect(JSON.parse(text)).toEqual(release)
    for (const name of [release.entry, ...Object.keys(release.integrity).slice(0, 2)]) {
      const { status, headers } = await open(`/widget/${release.folder}/${name}`)
      expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: IMMUTABLE })
      expect(headers['access-control-allow-origin']).toBe('*')
    }
  })

  it('the element’s script stays at an earlier release’s address, and the current release is stored for later', async () => {
    const { status, text, headers } = await open(`/widget/${EARLIER}/secure-payment.js`)
    expect({ status, text }).toEqual({ status: 200, text: 'export const version = "0.0.9"' })
    expect(headers['cache-control']).toBe(IMMUTABLE)
    const kept = readFileSync(join(archive, release.folder, release.entry))
    expect(kept.equals(readFileSync(join(ELEMENT_BUILD, release.folder, release.entry)))).toBe(true)
  })

  it('the element’s script returns 404 for a release that never existed', async () => {
    const { status, headers } = await open('/widget/0.0.9-ffffffff/secure-payment.js')
    expect(status).toBe(404)
    expect(headers['cache-control'] ?? '').not.toContain('immutable')
  })

  it('the element’s script is stored once by hosts that share the folder', async () => {
    await using other = await startTestHost({ PAY_ELEMENT_ARCHIVE: archive })
    const path = `/widget/${release.folder}/${release.entry}`
    expect((await other.call('GET', path, { anonymous: true })).status).toBe(200)
    expect(readdirSync(archive).sort()).toEqual([EARLIER, release.folder].sort())
  })
})

describe('After a deployment', () => {
  /** The release of another host, which this repository does not build. */
  const LATER = '9.9.9-0a1b2c3d'

  it('hosts serve every browser its page’s release, even if that release was never on their disks', async () => {
    await using first = await startTestHost()
    const page = await first.call('GET', '/widget/secure-payment.js', { anonymous: true })
    expect(page.text).toContain(release.folder)
    await using later = await copyElementBuild(LATER)
    await using other = await first.startNeighbour({}, { builds: { element: later.folder } })
    const own = await other.call('GET', '/widget/secure-payment.js', { anonymous: true })
    expect(own.text).toContain(LATER)
    for (const name of Object.keys(release.integrity)) {
      for (const encoding of ['br', 'gzip']) {
        const path = `/widget/${release.folder}/${name}`
        const answer = await fetch(`${other.host.url}${path}`, {
          headers: { 'accept-encoding': encoding },
        })
        const { headers } = answer
        expect({ path, status: answer.status }).toEqual({ path, status: 200 })
        expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
        expect(headers.get('cache-control')).toBe(IMMUTABLE)
        expect(headers.get('access-control-allow-origin')).toBe('*')
        expect(headers.get('vary')).toContain('Accept-Encoding')
        const digest = createHash('sha384').update(Buffer.from(await answer.arrayBuffer()))
        expect(`sha384-${digest.digest('base64')}`).toBe(release.integrity[name])
      }
    }
    // Conversely, the old host returns the later release's files.
    const chunk = Object.keys(release.integrity).find((name) => name.startsWith('flow-'))
    const path = `/widget/${LATER}/${chunk}`
    expect((await first.call('GET', path, { anonymous: true })).status).toBe(200)
  })

  it('the hosted page loads its host’s release by hash, after the host has stored that release', async () => {
    await using first = await startTestHost()
    const { token } = await first.createPayment()
    const { text } = await first.call('GET', `/?token=${token}`, { anonymous: true })
    const hash = release.integrity[release.entry]
    expect(text).toContain(
      `<script type="module" src="/widget/${release.folder}/${release.entry}" integrity="${hash}"></script>`,
    )
    const kept = await first.host.context.db.kysely
      .selectFrom('releases')
      .select(['id', 'kind'])
      .execute()
    expect(kept).toEqual([{ id: release.folder, kind: 'element' }])
  })

  it('a script that was changed in the database is not served', async () => {
    await using first = await startTestHost()
    await first.call('GET', '/widget/secure-payment.js', { anonymous: true })
    await using later = await copyElementBuild(LATER)
    await using other = await first.startNeighbour({}, { builds: { element: later.folder } })
    const path = `widget/${release.folder}/${release.entry}`
    await first.host.context.db.kysely
      .updateTable('release_files')
      .set({ content: brotliCompressSync('alert(1)').toString('base64') })
      .where('path', '=', path)
      .execute()
    expect((await other.call('GET', `/${path}`, { anonymous: true })).status).toBe(404)
  })

  it('the database keeps the files of only a limited number of recent releases', async () => {
    await using first = await startTestHost()
    const { kysely } = first.host.context.db
    const earlier = Array.from(
      { length: MAX_KEPT + 1 },
      (_, index) => `0.0.1-0000000${index % 10}${index}`,
    )
    await kysely
      .insertInto('releases')
      .values(earlier.map((id, index) => ({ id, kind: 'element' as const, position: index + 1 })))
      .execute()
    await kysely
      .insertInto('release_files')
      .values(earlier.map((id) => ({ release_id: id, path: id, content: '', digest: '' })))
      .execute()
    await first.call('GET', '/widget/secure-payment.js', { anonymous: true })
    const kept = await kysely.selectFrom('releases').select('id').orderBy('position').execute()
    expect(kept.map(({ id }) => id)).toEqual([...earlier.slice(2), release.folder])
    const files = await kysely.selectFrom('release_files').select('release_id').distinct().execute()
    expect(files.map(({ release_id }) => release_id).sort()).toEqual(
      [...earlier.slice(2), release.folder].sort(),
    )
  })

  it('an open console gets the files of its release', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'secure-payment-console-'))
    try {
      mkdirSync(join(folder, 'assets'))
      writeFileSync(join(folder, 'index.html'), '<merchant-console></merchant-console>')
      writeFileSync(join(folder, 'assets/console-branding-0a1b2c3d.js'), 'export const open = true')
      await using first = await startTestHost({}, { builds: { console: folder } })
      expect((await first.call('GET', '/console/', { anonymous: true })).status).toBe(200)
      await using other = await first.startNeighbour()
      const path = '/console/assets/console-branding-0a1b2c3d.js'
      const { status, text, headers } = await other.call('GET', path, { anonymous: true })
      expect({ status, text }).toEqual({ status: 200, text: 'export const open = true' })
      expect(headers['cache-control']).toBe(IMMUTABLE)
      expect((await other.call('GET', '/console/assets/none-0a1b2c3d.js')).status).toBe(404)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('Paths without a release', () => {
  it('paths without a release cause a bounded number of database reads, and do not hide an earlier release’s files', async () => {
    const { context } = test.host
    const path = 'widget/0.0.8-0a1b2c3d/flow-1.js'
    const content = brotliCompressSync(Buffer.from('export {}')).toString('base64')
    const digest = context.sealer.digest('release', `${path}\n${content}`)
    await context.db.kysely
      .insertInto('releases')
      .values({ id: 'widget/0.0.8-0a1b2c3d', kind: 'element', position: 0 })
      .execute()
    await context.db.kysely
      .insertInto('release_files')
      .values({ path, release_id: 'widget/0.0.8-0a1b2c3d', content, digest })
      .execute()
    let statements = 0
    const prepare: Context['db']['prepare'] = (query) => {
      const read = context.db.prepare(query)
      return (...parameters) => {
        statements += 1
        return read(...parameters)
      }
    }
    const releases = createReleases({ ...context, db: { ...context.db, prepare } }, () => 5_000)
    const ask = (index: number) => releases.find(`widget/0.0.1-00000000/x${index}.js`)
    for (let index = 0; index < 100; index += 1) expect(await ask(index)).toBeNull()
    expect(statements).toBeLessThanOrEqual(20)
    expect(await releases.find(path)).not.toBeNull()
  })
})
