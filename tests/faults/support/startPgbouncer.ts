import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../../packages/devnet/src/devnet/findFreePort.ts'
import { installDebianPackage } from '../../../scripts/lib/findChromium.ts'
import { waitUntil } from '../../support/waitUntil.ts'
import { canConnect } from './canConnect.ts'

const BINARY = '/usr/sbin/pgbouncer'

/** A pooler in transaction mode, with few connections to the server. */
export type Pgbouncer = AsyncDisposable & {
  /** The pooler's URL of the database. */
  url: string
  version: string
}

/** Starts Debian's PgBouncer in front of a database; its role has the limits of a host's statements. */
export async function startPgbouncer(databaseUrl: string, connections: number): Promise<Pgbouncer> {
  if (!existsSync(BINARY)) installDebianPackage('pgbouncer')
  const { hostname, port: serverPort, pathname, username } = new URL(databaseUrl)
  const port = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'secure-payment-pgbouncer-'))
  const ini = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${username}" ""\n`)
  writeFileSync(
    ini,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
`,
  )
  const user = asServer(folder, [ini, users])
  const server = spawn(BINARY, ['-q', ...user, ini], { stdio: 'ignore' })
  await waitUntil(() => canConnect(port), 30_000)
  const url = new URL(databaseUrl)
  url.port = String(port)
  url.pathname = pathname
  return {
    url: url.href,
    version: spawnSync(BINARY, ['--version'], { encoding: 'utf8' }).stdout.split('\n', 1)[0] ?? '',
    async [Symbol.asyncDispose]() {
      const exited = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PgBouncer refuses to run as root, so its files belong to the user of PostgreSQL. */
function asServer(folder: string, files: readonly string[]): string[] {
  if (process.getuid?.() !== 0) return []
  const id = Number(spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout)
  chmodSync(folder, 0o755)
  for (const file of files) chownSync(file, id, 0)
  return ['-u', 'postgres']
}
