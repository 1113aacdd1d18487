import { type EventType, events } from '@secure-payment/core/webhooks'
import { type Config, loadConfig } from '../../../host/src/config.ts'
import { createDataSealer } from '../../../host/src/dataSealer.ts'
import type { Database } from '../../../host/src/db/openDatabase.ts'
import type { Row } from '../../../host/src/db/schema.ts'
import { createHolder } from '../../../host/src/leases/leases.ts'
import { createLogger } from '../../../host/src/log.ts'
import type { Offramp } from '../../../host/src/offramps/offramp.ts'
import { createOfframpPoller } from '../../../host/src/offramps/pollOfframps.ts'
import type { SendContext } from '../../../host/src/offramps/sendPayer.ts'
import { createRandomPool } from '../../../host/src/randomPool.ts'
import { createSealer } from '../../../host/src/sealer.ts'
import { createEndpoint, createTenant } from './createRequests.ts'
import { addAccount, addOfframp, addPayer } from './offrampRows.ts'
import { openTestDatabase } from './openTestDatabase.ts'

/** A database for offramps, with its own clock and no host: the test itself delivers reports and polls the provider. */
export type OfframpWorld = AsyncDisposable & {
  context: SendContext & { config: Config; db: Database }
  advance(ms: number): void
  /** Runs the job until no record is due. */
  poll(): Promise<void>
  addPayer(facts?: { lastName?: string; isCompliant?: boolean }): Promise<Row<'payers'>>
  addAccount(
    payerId: string,
    facts?: { bankName?: string; accountName?: string; isApproved?: boolean },
  ): Promise<Row<'payment_details'>>
  /** Adds a request whose money is confirmed on chain, with the offramp that pays it out to an account. */
  addOfframp(target: { payerId: string; paymentDetailsId: string } | null): Promise<Row<'offramps'>>
  payer(id: string): Promise<Row<'payers'>>
  account(id: string): Promise<Row<'payment_details'>>
  offramp(id: string): Promise<Row<'offramps'>>
  request(id: string): Promise<Row<'requests'>>
  /** Returns the bodies of a subject's events, in order, each checked against its type's schema. */
  told(subjectId: string): Promise<TestEvent[]>
}

/** A body as sent. */
export type TestEvent = Record<string, unknown> & { event: string }

const MAX_STEPS = 200

/** Opens a world with the provider that `createProvider` creates from the world's context. */
export async function openOfframpWorld(
  createProvider: (context: Omit<SendContext, 'offramp'>) => Offramp,
): Promise<OfframpWorld> {
  const database = await openTestDatabase()
  const { db } = database
  let nowMs = Date.parse('2026-11-02T09:00:00.000Z')
  const random = createRandomPool()
  const config = loadConfig({
    PAY_NETWORKS: 'devnet',
    PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
    PAY_PAY_URL: 'https://pay.example.test',
  })
  const tools = {
    config,
    db,
    log: createLogger('silent'),
    now: () => new Date(nowMs),
    random,
    dataSealer: createDataSealer({ random }, ['a data key of a test that has enough characters']),
  }
  const context = { ...tools, offramp: createProvider(tools) }
  await createTenant(context)
  const sealer = createSealer({ random }, 'a key of a test')
  await createEndpoint({ ...context, sealer }, { url: 'https://shop.example.test', secret: 's' })
  const holder = createHolder(random)
  const poller = createOfframpPoller(context, { holder, onEvents() {} })
  return {
    context,
    advance(ms) {
      nowMs += ms
    },
    async poll() {
      for (let step = 0; step < MAX_STEPS; step += 1) {
        const { more } = await poller.step()
        if (!more) return
      }
      throw new Error('The job always has more to do.')
    },
    addPayer: (facts) => addPayer(context, facts),
    addAccount: (payerId, facts) => addAccount(context, payerId, facts),
    addOfframp: (target) => addOfframp(context, target),
    payer: (id) => one(db.kysely.selectFrom('payers').selectAll().where('id', '=', id)),
    account: (id) => one(db.kysely.selectFrom('payment_details').selectAll().where('id', '=', id)),
    offramp: (id) => one(db.kysely.selectFrom('offramps').selectAll().where('id', '=', id)),
    request: (id) => one(db.kysely.selectFrom('requests').selectAll().where('id', '=', id)),
    told: (subjectId) => readEvents(db, subjectId),
    async [Symbol.asyncDispose]() {
      await poller.release()
      holder[Symbol.dispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

function one<T>(query: { executeTakeFirstOrThrow(): Promise<T> }): Promise<T> {
  return query.executeTakeFirstOrThrow()
}

async function readEvents(db: Database, subjectId: string): Promise<TestEvent[]> {
  const rows = await db.kysely
    .selectFrom('events')
    .select(['type', 'body', 'sequence'])
    .where('request_id', '=', subjectId)
    .orderBy('sequence')
    .orderBy('id')
    .execute()
  return rows.map(({ type, body, sequence }, index) => {
    if (sequence !== index + 1) throw new Error(`Event ${index + 1} has sequence ${sequence}.`)
    const told = JSON.parse(body)
    schemaOf(type).parse(told)
    return told
  })
}

function schemaOf(type: string) {
  const definition = events.find((event) => event.type === (type as EventType))
  if (definition === undefined) throw new Error(`There is no event ${type}.`)
  return definition.schema
}
