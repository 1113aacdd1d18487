import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const SCRIPT = join(import.meta.dirname, 'publish.ts')
const PUBLISHED = { name: '@example/published', version: '1.0.0' }
const NEW = { name: '@example/new', version: '1.0.0' }

describe('npm run release:publish', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secure-payment-publish-'))
  const received: string[] = []
  let status = 404
  // A stand-in for npm: it has one package, returns `status` for other reads, and accepts every package.
  const npm = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? '').slice(1)
    if (request.method === 'PUT') {
      received.push(name)
      response.writeHead(201).end('{}')
    } else if (name === PUBLISHED.name) {
      const versions = { [PUBLISHED.version]: PUBLISHED }
      response.end(JSON.stringify({ ...PUBLISHED, versions, 'dist-tags': { latest: '1.0.0' } }))
    } else {
      response.writeHead(status).end('{}')
    }
  })

  beforeAll(async () => {
    npm.listen(0, '127.0.0.1')
    await once(npm, 'listening')
    for (const manifest of [PUBLISHED, NEW]) {
      writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
      await run('npm', ['pack'], { cwd: folder })
    }
  }, 60_000)
  beforeEach(() => {
    received.length = 0
    status = 404
  })
  afterAll(() => {
    npm.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function publish(...args: readonly string[]) {
    const host = `127.0.0.1:${(npm.address() as AddressInfo).port}`
    writeFileSync(join(folder, 'npmrc'), `registry=http://${host}/\n//${host}/:_authToken=a\n`)
    const { GITHUB_ACTIONS: _, ...rest } = process.env
    const env = {
      ...rest,
      npm_config_userconfig: join(folder, 'npmrc'),
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
    }
    return run('node', [SCRIPT, folder, ...args], { cwd: folder, env })
  }

  it('npm run release:publish publishes only the versions that npm does not have', async () => {
    const { stdout } = await publish()
    expect(stdout).toBe('@example/new@1.0.0\n')
    expect(received).toEqual([NEW.name])
  })

  it('npm run release:publish prints those versions and publishes none with --list', async () => {
    const { stdout } = await publish('--list')
    expect(stdout).toBe('@example/new@1.0.0\n')
    expect(received).toEqual([])
  })

  it('npm run release:publish publishes nothing while npm does not respond', async () => {
    status = 500
    await expect(publish()).rejects.toThrow('npm view @example/new@1.0.0 failed')
    expect(received).toEqual([])
  })
})
