import { chmod, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqliteFile } from './sqliteFile.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlite-file-'))
  // A folder that another user of the machine may enter.
  await chmod(folder, 0o755)
})
afterEach(() => rm(folder, { recursive: true }))

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

it("the host makes a new database, its log and its folder private to the host's user", async () => {
  const path = join(folder, 'data/secure-payment.db')
  const file = openSqliteFile(path)
  const lock = await file.lockWriter()
  await file.writer.runAlone(lock, 'create table kept (id text)', [])
  lock.unlock()
  expect(await modeOf(join(folder, 'data'))).toBe('700')
  expect(await modeOf(path)).toBe('600')
  expect(await modeOf(`${path}-wal`)).toBe('600')
  file.close()
})

it('the host keeps the mode that the operator set on a database', async () => {
  const path = join(folder, 'secure-payment.db')
  openSqliteFile(path).close()
  await chmod(path, 0o640)
  openSqliteFile(path).close()
  expect(await modeOf(path)).toBe('640')
  expect(await modeOf(folder)).toBe('755')
})

it.each([
  ['replaced', (path: string) => rename(`${path}.backup`, path)],
  ['removed', (path: string) => rm(path)],
])('the host stops writing to a file that was %s', async (_, change) => {
  const path = join(folder, 'secure-payment.db')
  const file = openSqliteFile(path)
  const write = async (sql: string) => {
    const lock = await file.lockWriter()
    try {
      await file.writer.runAlone(lock, sql, [])
      await file.writer.begin(lock)
      file.writer.commit()
    } finally {
      lock.unlock()
    }
  }
  await write('create table kept (id text)')
  openSqliteFile(`${path}.backup`).close()
  await change(path)
  await expect(write("insert into kept values ('lost')")).rejects.toMatchObject({
    code: 'SQLITE_READONLY_DBMOVED',
  })
  const lock = await file.lockWriter()
  await expect(file.writer.begin(lock)).rejects.toThrow('If the file is missing, restore it.')
  lock.unlock()
  file.close()
})
