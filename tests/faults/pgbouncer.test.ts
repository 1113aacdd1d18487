import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../host/src/db/openDatabase.ts'
import { createDatabasePlace, type DatabasePlace } from '../flows/support/openTestDatabase.ts'
import { startTestHost } from '../support/testHost.ts'
import { type Pgbouncer, startPgbouncer } from './support/startPgbouncer.ts'

/** The connections of the pooler to the server; the hosts open more. */
const CONNECTIONS = 4
const PAYMENTS = 60

describe.runIf(process.env['TEST_DATABASE'] === 'postgres')('A pooler in transaction mode', () => {
  let place: DatabasePlace
  let pooler: Pgbouncer
  beforeEach(async () => {
    place = await createDatabasePlace()
    pooler = await startPgbouncer(place.url, CONNECTIONS)
  })
  afterEach(async () => {
    await pooler?.[Symbol.asyncDispose]()
    await place.remove()
  })

  const pooled = () => {
    const url = new URL(pooler.url)
    url.searchParams.set('pgbouncer', 'true')
    return url.href
  }

  it('a pooler in transaction mode serves two hosts, which migrate, create and read through fewer connections than they open', async () => {
    await using test = await startTestHost({ PAY_DATABASE_URL: pooled() })
    await using second = await test.startNeighbour()
    const created = await Promise.all(
      Array.from({ length: PAYMENTS }, async (_, index) => {
        const { call } = index % 2 === 0 ? test : second
        const body = {
          requests: [
            {
              payee: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
              invoiceCurrency: 'USDC-devnet',
              paymentCurrency: 'USDC-devnet',
              amount: '12.5',
            },
          ],
        }
        const { status, json } = await call('POST', '/v2/secure-payments', { body })
        return { status, token: json.token as string }
      }),
    )
    expect(created.map(({ status }) => status)).toEqual(Array(PAYMENTS).fill(201))
    const read = await Promise.all(
      created.map(({ token }) => second.call('GET', `/v2/secure-payments/${token}`)),
    )
    expect(read.map(({ status }) => status)).toEqual(Array(PAYMENTS).fill(200))
    await using direct = await openDatabase(place.url)
    const { rows } = await sql<{ count: bigint }>`
      select count(*) as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      direct.kysely,
    )
    expect(Number(rows[0]?.count)).toBeLessThanOrEqual(CONNECTIONS)
  })

  it('a pooler in transaction mode rejects a host without `pgbouncer=true`, with the parameter as the reason', async () => {
    await expect(openDatabase(pooler.url)).rejects.toThrow(/unsupported startup parameter/)
  })
})
