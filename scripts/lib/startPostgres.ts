import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../packages/devnet/src/devnet/findFreePort.ts'
import { installDebianPackage } from './findChromium.ts'

const READY_TIMEOUT_MS = 30_000
const DEBIAN_ROOT = '/usr/lib/postgresql'

/** A PostgreSQL server of our own, on loopback, with its data in a temporary folder. */
export type Postgres = AsyncDisposable & { url: string }

/** For suites, which make and drop databases by the hundred and keep none: what a crash of the server would need costs nothing. */
export const FOR_SUITES = [
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
]

/**
 * Starts a throw-away PostgreSQL: the binaries of the machine, else Debian's package. The data is not worth keeping, so
 * fsync is off; `more` are other settings (`name=value`). Throws with what to do where no server can be had.
 */
export async function startPostgres(more: readonly string[] = []): Promise<Postgres> {
  const binaries = findBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'secure-payment-postgres-'))
  const asServer = serverUser(folder)
  const port = await findFreePort()
  const init = [
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C',
    '-N',
  ]
  runOrThrow([...asServer, join(binaries, 'initdb'), ...init])
  const settings = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    'max_connections=200',
    `unix_socket_directories=${folder}`,
    ...more,
  ]
  const flags = settings.flatMap((setting) => ['-c', setting])
  const [command = '', ...rest] = [
    ...asServer,
    join(binaries, 'postgres'),
    ...['-D', join(folder, 'data'), '-p', String(port), ...flags],
  ]
  const server = spawn(command, rest, { stdio: 'ignore' })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  try {
    await waitUntilReady(join(binaries, 'pg_isready'), port, server)
  } catch (error) {
    server.kill('SIGINT')
    throw error
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      const exited = new Promise((resolve) => server.once('exit', resolve))
      runOrThrow([
        ...asServer,
        join(binaries, 'pg_ctl'),
        '-D',
        join(folder, 'data'),
        '-m',
        'immediate',
        'stop',
      ])
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function findBinaries(): string {
  const found = lookForBinaries()
  if (found) return found
  console.error('No PostgreSQL found: installing the Debian package…')
  installDebianPackage('postgresql')
  const installed = lookForBinaries()
  if (installed) return installed
  throw new Error(
    'The tests need a PostgreSQL server and none was found. Install PostgreSQL 15 or newer, or set TEST_POSTGRES_URL to a server whose databases may be created and dropped.',
  )
}

function lookForBinaries(): string | undefined {
  const config = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const versions = existsSync(DEBIAN_ROOT) ? readdirSync(DEBIAN_ROOT) : []
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a))
  const folders = [
    config.stdout?.trim() ?? '',
    ...newestFirst.map((v) => join(DEBIAN_ROOT, v, 'bin')),
  ]
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')))
}

/** PostgreSQL refuses to run as root: then its own user takes the folder and the commands. */
function serverUser(folder: string): string[] {
  if (process.getuid?.() !== 0) return []
  const id = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' })
  if (id.status !== 0)
    throw new Error('PostgreSQL does not run as root, and there is no user `postgres`.')
  chownSync(folder, Number(id.stdout), 0)
  return ['runuser', '-u', 'postgres', '--']
}

function runOrThrow([command = '', ...args]: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', cwd: tmpdir() })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
}

async function waitUntilReady(isReady: string, port: number, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL exited with ${server.exitCode}.`)
    const { status } = spawnSync(isReady, ['-h', '127.0.0.1', '-p', String(port), '-q'])
    if (status === 0) return
    await delay(50)
  }
  throw new Error(`PostgreSQL did not answer within ${READY_TIMEOUT_MS} ms.`)
}
