import { existsSync, mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadConfig } from '../../host/src/config.ts'
import { dataCommands } from '../../host/src/dataCommands.ts'
import { createLogger } from '../../host/src/log.ts'
import { runRescan } from '../../host/src/runRescan.ts'
import { startHost } from '../../host/src/startHost.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secure-payment-new-'))
  path = join(folder, 'pay.db')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const settings = () => ({ PAY_DATABASE_URL: `sqlite:${path}`, PAY_PORT: '0' })

/** Starts and stops a host, and returns the number of its warnings about a new database. */
async function start(): Promise<number> {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => lines.push(line) })
  await using _host = await startHost(loadConfig(settings()), { log })
  return lines.filter((line) => line.includes('Created a new, empty database')).length
}

describe('The SQLite file of a host', () => {
  it('a host starts in a fresh folder, and warns that it created a new database', async () => {
    expect([await start(), await start()]).toEqual([1, 0])
  })

  it.each([
    ['the file', ['']],
    ['the file and its logs', ['', '-wal', '-shm']],
  ])(
    'a host does not start after %s was removed, until the operator accepts an empty database',
    async (_name, suffixes) => {
      await start()
      for (const suffix of suffixes) rmSync(path + suffix, { force: true })
      for (let time = 0; time < 2; time += 1) {
        await expect(start()).rejects.toMatchObject({
          code: 'database_lost',
          message: expect.stringMatching(/pay\.db is missing or empty.*restore <file>.*remove /),
        })
      }
      expect(existsSync(path)).toBe(false)
      for (const suffix of ['.created', '-wal', '-shm']) rmSync(path + suffix, { force: true })
      expect(await start()).toBe(1)
    },
  )

  it('a host does not start on a file that was emptied, or with only the log of a database', async () => {
    await start()
    truncateSync(path)
    await expect(start()).rejects.toMatchObject({ code: 'database_lost' })
  })

  it('a removed database is restored from a backup without another option', async () => {
    await start()
    for (const [name, value] of Object.entries(settings())) vi.stubEnv(name, value)
    vi.spyOn(console, 'log').mockReturnValue()
    const backup = join(folder, 'backup.db')
    await dataCommands['backup']?.([backup])
    rmSync(path)
    expect(await dataCommands['restore']?.([backup])).toBe(true)
    expect(await start()).toBe(0)
  })

  it('operators’ commands create no database', async () => {
    for (const [name, value] of Object.entries(settings())) vi.stubEnv(name, value)
    vi.stubEnv('PAY_NETWORKS', 'devnet')
    vi.stubEnv('PAY_RPC_URL_DEVNET', 'http://127.0.0.1:9')
    vi.stubEnv('PAY_ENCRYPTION_KEY', 'a new key of these tests, long enough')
    const backup = join(folder, 'backup.db')
    const missing = { message: expect.stringContaining('no database of a host at') }
    await expect(dataCommands['reconcile']?.([])).rejects.toMatchObject(missing)
    await expect(dataCommands['rotate-keys']?.([])).rejects.toMatchObject(missing)
    await expect(dataCommands['export-merchant']?.(['one'])).rejects.toMatchObject(missing)
    await expect(
      runRescan(loadConfig(process.env), ['devnet', '1'], () => {}),
    ).rejects.toMatchObject(missing)
    await expect(dataCommands['restore']?.([backup])).rejects.toMatchObject({
      message: expect.stringContaining('--new'),
    })
    await expect(dataCommands['backup']?.([backup])).rejects.toMatchObject({
      code: 'backup_refused',
    })
    expect(existsSync(path)).toBe(false)
  })
})
