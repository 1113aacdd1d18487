import { join } from 'node:path'
import type { HostCalls } from './children/hostServer.ts'
import type { RawSenderCalls } from './children/rawSender.ts'
import type { ReceiverCalls } from './children/receiver.ts'
import { measureRates } from './measure.ts'
import { atLeast, type Row } from './report.ts'
import { hostSettings } from './support/hostSettings.ts'
import { createRawSqlite } from './support/openRawSqlite.ts'
import { EVENT_BODY, seedDeliveries } from './support/seedDeliveries.ts'
import { seedTenant } from './support/seedRequests.ts'
import { startChild } from './support/startChild.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

const ROUNDS = 5
const COUNT = 5_000
const IN_FLIGHT = 64
const ENDPOINT_ID = '01BENCHENDPOINT00000000000'

/** Compares the outbox's deliveries to one receiver with an undici pool that stores nothing. */
export async function benchDeliveries(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(createTemporaryFolder())
  const path = join(folder.path, 'outbox.db')
  const database = stack.adopt(await createRawSqlite(path), (opened) => {
    opened.close()
  })
  const receiver = stack.use(await startChild<ReceiverCalls>('receiver'))
  const port = await receiver.call('port')
  seedTenant(database, { id: ENDPOINT_ID, url: `http://127.0.0.1:${port}/hook` })
  const more = { PAY_ROLE: 'worker', PAY_ALLOW_PRIVATE_WEBHOOKS: 'true' }
  const host = stack.use(
    await startChild<HostCalls>('hostServer', hostSettings(`sqlite:${path}`, more)),
  )
  const sender = stack.use(await startChild<RawSenderCalls>('rawSender'))

  const [ours, raw] = await measureRates(
    [
      {
        name: 'ours',
        async run() {
          await receiver.call('reset', COUNT)
          const before = await host.call('usage')
          seedDeliveries(database, ENDPOINT_ID, COUNT)
          const { perSecond } = await receiver.call('rate')
          const after = await host.call('usage')
          return { perSecond, cpuUs: (after.cpuUs - before.cpuUs) / COUNT }
        },
      },
      {
        name: 'undici, 64 in flight',
        async run() {
          await receiver.call('reset', COUNT)
          const before = await sender.call('usage')
          await sender.call('send', { port, count: COUNT, inFlight: IN_FLIGHT, body: EVENT_BODY })
          const { perSecond } = await receiver.call('rate')
          const after = await sender.call('usage')
          return { perSecond, cpuUs: (after.cpuUs - before.cpuUs) / COUNT }
        },
      },
    ],
    ROUNDS,
  )
  if (!ours || !raw) throw new Error('Not measured.')
  return [atLeast('webhooks from the outbox to one receiver, up to 64 in flight', ours, raw, 0.6)]
}
