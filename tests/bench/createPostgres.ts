import { startPostgres } from '../../scripts/lib/startPostgres.ts'
import type { HostCalls } from './children/hostServer.ts'
import type { LoadCalls } from './children/loadGenerator.ts'
import type { RawPostgresCalls } from './children/rawPostgres.ts'
import { measureRates } from './measure.ts'
import { atLeast, type Row } from './report.ts'
import { hostSettings } from './support/hostSettings.ts'
import { jobFor, loadCase } from './support/load.ts'
import { createPostgresDatabase } from './support/postgresDatabase.ts'
import { securePaymentCalls } from './support/securePaymentCalls.ts'
import { startChild } from './support/startChild.ts'

const ROUNDS = 5
const COUNT = 4_000

/** Compares creating secure payments on PostgreSQL with plain `pg`, and two hosts with one. */
export async function benchCreatePostgres(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const server = stack.use(await startPostgres())
  const url = await createPostgresDatabase(server.url, 'hosts')
  const rawEnv = { BENCH_POSTGRES_URL: await createPostgresDatabase(server.url, 'raw') }
  const load = stack.use(await startChild<LoadCalls>('loadGenerator'))
  const raw = stack.use(await startChild<RawPostgresCalls>('rawPostgres', rawEnv))
  const first = stack.use(await startChild<HostCalls>('hostServer', hostSettings(url)))
  const second = stack.use(await startChild<HostCalls>('hostServer', hostSettings(url)))

  const job = { connections: 16, count: COUNT, requests: securePaymentCalls() }
  const oneJob = await jobFor([first], job)
  const manyJob = { ...oneJob, connections: 64 }
  const twoJob = await jobFor([first, second], { ...job, connections: 64 })
  const [one, plain, many, two] = await measureRates(
    [
      loadCase('ours', load, [first], oneJob),
      {
        name: 'pg, one CTE a request',
        run: () => raw.call('insert', { count: COUNT, connections: 16 }),
      },
      loadCase('one host', load, [first], manyJob),
      loadCase('two hosts', load, [first, second], twoJob),
    ],
    ROUNDS,
  )
  if (!one || !plain || !many || !two) throw new Error('Not measured.')
  return [
    atLeast('create, PostgreSQL, 16 connections', one, plain, 0.8),
    atLeast('create through two hosts on one PostgreSQL', two, many, 1),
  ]
}
