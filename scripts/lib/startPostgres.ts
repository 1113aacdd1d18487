import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '../../packages/devnet/src/devnet/findFreePort.ts'
import { installDebianPackage } from './findChromium.ts'

const READY_TIMEOUT_MS = 120_000
const DEBIAN_ROOT = '/usr/lib/postgresql'

/** A PostgreSQL server for this run, on loopback, with its data in a temporary folder. */
export type Postgres = AsyncDisposable & {
  url: string
  /** Runs `pg_ctl -m immediate stop`: as after a crash, committed data survives. */
  crash(): Promise<void>
  /** Starts the server again after `crash`, on the same port; resolves when it accepts connections. */
  restart(): Promise<void>
  /** Suspends every process of the server (SIGSTOP): connections stay open and receive no response. */
  freeze(): void
  thaw(): void
}

/**
 * Settings for suites, which create and drop hundreds of databases and keep none. These settings turn off the server's protection against
 * crashes, which costs time.
 */
export const FOR_SUITES = [
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
]

/** Runs one of PostgreSQL's programs, such as `pg_basebackup`, or a command of the machine, as PostgreSQL's own user. */
type RunProgram = (name: string, ...args: string[]) => void

/** Creates an empty cluster. */
function createCluster(run: RunProgram, data: string): void {
  run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '-N')
}

/**
 * Starts a temporary PostgreSQL server from the machine's binaries, or from Debian's package. The data is disposable, so fsync is
 * off; `more` contains other settings (`name=value`). `prepare` creates the data folder. Throws an error with instructions if no server is
 * available.
 */
export async function startPostgres(
  more: readonly string[] = [],
  prepare: (run: RunProgram, data: string) => void = createCluster,
): Promise<Postgres> {
  const binaries = findBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'secure-payment-postgres-'))
  const asServer = serverUser(folder)
  const port = await findFreePort()
  prepare(
    (name, ...args) => {
      const own = join(binaries, name)
      runOrThrow([...asServer, existsSync(own) ? own : name, ...args])
    },
    join(folder, 'data'),
  )
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
  const data = join(folder, 'data')
  let server = await launch()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash,
    async restart() {
      server = await launch()
    },
    freeze: () => signalServer(data, 'SIGSTOP'),
    thaw() {
      signalServer(data, 'SIGCONT')
      // `runuser` is suspended together with the server that it started.
      server.kill('SIGCONT')
    },
    async [Symbol.asyncDispose]() {
      if (server.exitCode === null) await crash()
      rmSync(folder, { recursive: true, force: true })
    },
  }

  async function launch(): Promise<ChildProcess> {
    const started = spawn(command, rest, { stdio: 'ignore' })
    try {
      await waitUntilReady(join(binaries, 'pg_isready'), port, started)
    } catch (error) {
      started.kill('SIGINT')
      throw error
    }
    return started
  }

  async function crash(): Promise<void> {
    const exited = new Promise((resolve) => server.once('exit', resolve))
    const stop = [join(binaries, 'pg_ctl'), '-D', data, '-m', 'immediate', 'stop']
    await runAsync([...asServer, ...stop])
    await exited
  }
}

/** Signals the postmaster first, so that it starts no further process. */
function signalServer(data: string, signal: NodeJS.Signals): void {
  const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  process.kill(postmaster, signal)
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  for (const pid of children.split(' ').filter(Boolean)) signalChild(Number(pid), signal)
}

/** Ignores a child that has ended since it was listed: after SIGCONT, the postmaster ends children whose client has disconnected. */
function signalChild(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
    if (!isGone) throw error
  }
}

/** Runs asynchronously, so that other code that uses the server can continue. */
async function runAsync([command = '', ...args]: string[]): Promise<void> {
  await promisify(execFile)(command, args, { cwd: tmpdir() })
}

function findBinaries(): string {
  const found = searchBinaries()
  if (found) return found
  console.error('No PostgreSQL found: installing the Debian package…')
  installDebianPackage('postgresql')
  const installed = searchBinaries()
  if (installed) return installed
  throw new Error(
    'The tests need a PostgreSQL server and none was found. Install PostgreSQL 15 or newer, or set TEST_POSTGRES_URL to a server whose databases may be created and dropped.',
  )
}

function searchBinaries(): string | undefined {
  const config = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const versions = existsSync(DEBIAN_ROOT) ? readdirSync(DEBIAN_ROOT) : []
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a))
  const folders = [
    config.stdout?.trim() ?? '',
    ...newestFirst.map((v) => join(DEBIAN_ROOT, v, 'bin')),
  ]
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')))
}

/** Returns the command prefix for PostgreSQL's own user, who also owns the folder: PostgreSQL refuses to run as root. */
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
    const asked = runAsync([isReady, '-h', '127.0.0.1', '-p', String(port), '-q'])
    if (
      await asked.then(
        () => true,
        () => false,
      )
    )
      return
    await delay(50)
  }
  throw new Error(`PostgreSQL did not respond within ${READY_TIMEOUT_MS} ms.`)
}
