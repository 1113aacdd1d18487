import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadConfig } from '../../host/src/config.ts'
import { createLogger } from '../../host/src/log.ts'
import { startHost } from '../../host/src/startHost.ts'

it('a host warns that it created a new database, also after the file was removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'secure-payment-new-'))
  const path = join(folder, 'pay.db')
  const config = loadConfig({ PAY_DATABASE_URL: `sqlite:${path}`, PAY_PORT: '0' })
  const start = async () => {
    const lines: string[] = []
    const log = createLogger('warn', { write: (line) => lines.push(line) })
    await using _host = await startHost(config, { log })
    return lines.filter((line) => line.includes('Created a new, empty database')).length
  }
  try {
    expect([await start(), await start()]).toEqual([1, 0])
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
    expect(await start()).toBe(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
