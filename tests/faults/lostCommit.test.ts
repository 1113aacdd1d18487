import { describe, expect, it } from 'vitest'
import { DatabaseUnavailableError } from '../../host/src/db/errors.ts'
import { openDatabase } from '../../host/src/db/openDatabase.ts'
import { openTestDatabase } from '../flows/support/openTestDatabase.ts'
import { startCommitCutter } from './support/startCommitCutter.ts'

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'

describe.skipIf(!isPostgres)('A transaction whose COMMIT gets no response', () => {
  it.each(['cut', 'silence'] as const)(
    'a transaction whose COMMIT gets no response is reported as unknown and never repeated: %s',
    async (how) => {
      await using test = await openTestDatabase()
      const url = new URL(test.url)
      await using cutter = await startCommitCutter(
        { host: url.hostname, port: Number(url.port) },
        how,
      )
      url.port = String(cutter.port)
      url.searchParams.set('statement_timeout', '500')
      await using db = await openDatabase(url.href)
      let runs = 0
      const write = () =>
        db.transaction(async (tx) => {
          runs += 1
          await tx
            .insertInto('leases')
            .values({ name: `run ${runs}`, holder: 'h', fencing: 0n, expires_at: 't' })
            .execute()
        })
      await expect(write()).rejects.toThrow(DatabaseUnavailableError)
      expect({ cuts: cutter.cuts(), runs }).toEqual({ cuts: 1, runs: 1 })
      // The transaction was committed, so repeating it would have written twice.
      const rows = () =>
        test.db.kysely.selectFrom('leases').select('name').orderBy('name').execute()
      expect(await rows()).toEqual([{ name: 'run 1' }])
      await write()
      expect(await rows()).toEqual([{ name: 'run 1' }, { name: 'run 2' }])
    },
  )
})
