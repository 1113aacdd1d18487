import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const OURS = '@secure-payment'
const isBuilt = ['widget/dist/cdn', 'console/dist', 'docs/dist'].every((path) =>
  existsSync(join(ROOT, path)),
)

describe.runIf(isBuilt)('The image', () => {
  let folder: string
  let host: ChildProcess
  let url: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'secure-payment-image-'))
    layOut(folder)
    const [command = '', ...args] = readCommand()
    expect(command).toBe('node')
    host = spawn(process.execPath, args, {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        PAY_PORT: '0',
        PAY_DATABASE_URL: `sqlite:${folder}/pay.db`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
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
})

/**
 * Copies the same files as the Dockerfile's last stage, but links the packages instead of installing them.
 */
function layOut(folder: string): void {
  for (const [from, to] of readCopies()) {
    cpSync(join(ROOT, from), join(folder, to), {
      recursive: true,
      filter: (path) => !path.includes('/node_modules'),
    })
  }
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, OURS), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((name) => name !== OURS)) {
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name))
  }
  symlinkSync(join(folder, 'packages/core'), join(packages, OURS, 'core'))
}

/** Returns the lines of the Dockerfile's last stage. */
function readStage(): string[] {
  const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split('\n')
  return lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
}

/** Returns the paths that the last stage copies from the build, and their targets in its working folder. */
function readCopies(): [string, string][] {
  return readStage()
    .filter((line) => line.startsWith('COPY --from=build '))
    .flatMap((line) => {
      const paths = line.split(' ').slice(2)
      const target = paths.at(-1) ?? ''
      return paths.slice(0, -1).map((path): [string, string] => {
        const from = path.replace('/app/', '')
        return [from, target.endsWith('/') ? join(target, from) : target]
      })
    })
}

function readCommand(): string[] {
  const line = readStage().find((one) => one.startsWith('CMD ')) ?? ''
  return JSON.parse(line.slice('CMD '.length))
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
