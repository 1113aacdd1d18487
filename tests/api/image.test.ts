import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readHostLock } from '../../scripts/lib/hostLock.ts'
import { layOutImage } from '../../scripts/lib/layOutImage.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = '/app/dist/secure-payment-host.js'
const isBuilt = existsSync(join(ROOT, 'host', PROGRAM.slice('/app/'.length)))
/** The user of the image. Only root can start a process as another user; any other user starts the host as itself. */
const USER = 1000
const isRoot = process.getuid?.() === 0

describe.runIf(isBuilt)('The image', () => {
  let folder: string
  let app: string
  let host: ChildProcess
  let url: string
  let files: string[]

  beforeAll(async () => {
    // npx installs below a folder with a dot, ~/.npm, which Express treats as hidden in an absolute path.
    folder = mkdtempSync(join(tmpdir(), '.secure-payment-image-'))
    chmodSync(folder, 0o755)
    const image = layOutImage(folder, installPackages)
    app = join(folder, 'app')
    files = listFiles(app)
    const data = join(folder, 'data')
    mkdirSync(data)
    expect(image).toMatchObject({ program: join(folder, PROGRAM), user: USER })
    if (isRoot) chownSync(data, USER, USER)
    host = spawn(process.execPath, [image.program], {
      cwd: app,
      env: { PATH: process.env['PATH'], PAY_PORT: '0', PAY_DATABASE_URL: `sqlite:${data}/pay.db` },
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(isRoot && { uid: USER, gid: USER }),
    })
    url = await readUrl(host)
  })

  afterAll(async () => {
    if (host.exitCode === null) {
      const exited = once(host, 'exit')
      host.kill('SIGTERM')
      await exited
    }
    rmSync(folder, { recursive: true, force: true })
  })

  it.each([
    ['/livez', 'application/json'],
    ['/', 'text/html'],
    ['/pay.css', 'text/css'],
    ['/offer.js', 'text/javascript'],
    ['/errors/errors.css', 'text/css'],
    ['/console/', 'text/html'],
    ['/guides/', 'text/html'],
    ['/llms.txt', 'text/plain'],
    ['/widget/secure-payment.js', 'text/javascript'],
    ['/docs', 'text/html'],
    ['/openapi.json', 'application/json'],
  ])('The image serves %s', async (path, type) => {
    const response = await fetch(`${url}${path}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain(type)
  })

  it.each(['/', '/console/', '/guides/', '/docs'])(
    'The image serves each file that %s loads',
    async (path) => {
      const page = await (await fetch(`${url}${path}`)).text()
      const loaded = [...page.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"#]+)"/g)]
        .map(([, address = '']) => new URL(address, `${url}${path}`))
        .filter(({ origin }) => origin === url)
      expect(loaded.length).toBeGreaterThan(0)
      for (const address of loaded) expect((await fetch(address)).status, address.href).toBe(200)
    },
  )

  it.skipIf(!isRoot)('The host writes only to its data folder', () => {
    expect(listFiles(app)).toEqual(files)
    expect(readdirSync(join(folder, 'data'))).toContain('pay.db')
  })

  it('The image contains only the packages of docs/design/dependencies.md', () => {
    const names = ['@node-rs', 'better-sqlite3', 'node-addon-api']
    expect(readdirSync(join(app, 'node_modules')).toSorted()).toEqual(names)
  })
})

/** Copies the packages that `npm ci` installs from the lock file that the build writes. */
function installPackages(folder: string): void {
  for (const place of Object.keys(readHostLock())) {
    const from = join(ROOT, place)
    // Variants for other systems are not installed.
    if (!existsSync(from)) continue
    cpSync(from, join(folder, place), {
      recursive: true,
      filter: (path) => !path.slice(from.length).includes('/node_modules'),
    })
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort()
}

/** Reads the address that the host prints when it is ready. */
async function readUrl(host: ChildProcess): Promise<string> {
  if (host.stdout === null) throw new Error('The host has no output to read.')
  for await (const line of createInterface({ input: host.stdout })) {
    const found = /ready at (\S+)$/.exec(line)?.[1]
    if (found !== undefined) return found
  }
  throw new Error('The host ended before it was ready.')
}
