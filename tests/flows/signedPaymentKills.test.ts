import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChainClients } from '../../host/src/chains/chainClient.ts'
import { findServedNetwork } from '../../host/src/config.ts'
import { createHolder, type Holder } from '../../host/src/leases/leases.ts'
import {
  createRecurringExecutor,
  type RecurringExecutor,
} from '../../host/src/recurring/createRecurringExecutor.ts'
import { onSignedStored, tellSignedStored } from '../../host/src/signed/storedSignal.ts'
import { createFuse, type Fuse, fuseDatabase } from './support/fuse.ts'
import { type Begun, type Signed, startSigned } from './support/startSigned.ts'
import { waitFor } from './support/waitFor.ts'

/** The number of kills; `KILLS=300` runs the full number. */
const KILLS = Number(process.env['KILLS'] ?? 16)
const TIMEOUT_MS = Math.max(300_000, KILLS * 20_000)
/** The executor dies this many awaits later than in the run before, until it survives a run. */
const STRIDE = KILLS >= 100 ? 1 : 7
/** The maximum number of steps that an executor makes without a result. */
const STEPS = 3

let signed: Signed
beforeAll(async () => {
  signed = await startSigned({
    PAY_ROLE: 'api,watcher',
    PAY_SPONSOR_HOURLY: '100000',
    PAY_SPONSOR_HOURLY_TOTAL: '100000',
    PAY_RELAY_DAILY_GAS: '0',
    PAY_RELAY_DAILY_GAS_TOTAL: '0',
  })
})
afterAll(() => signed?.[Symbol.asyncDispose]())

/** Creates an executor that dies at an await, as a host that is killed there. It has just stored `tried`. */
function createKilled(fuse: Fuse, holder: Holder, tried: string | null = null): RecurringExecutor {
  const { context } = signed.world.test.host
  const settings = findServedNetwork(context.config, 'devnet')
  if (settings === undefined) throw new Error('The devnet is not served.')
  const db = fuseDatabase(context.db, fuse)
  if (tried !== null) {
    onSignedStored(db, 'devnet', () => {})
    const triedAtMs = performance.now()
    tellSignedStored(db, { network: 'devnet', id: tried, gas: 300_000n, triedAtMs })
  }
  return createRecurringExecutor(
    { ...context, db, chains: fuseChains(context.chains, fuse) },
    settings,
    { holder, onEvents: () => {} },
  )
}

/** Returns a host's access to chains, through the fuse: it can die before each call, and before its response. */
function fuseChains(chains: ChainClients, fuse: Fuse): ChainClients {
  const get: ChainClients['get'] = (id) =>
    new Proxy(chains.get(id), {
      get(client, name, receiver) {
        const member: unknown = Reflect.get(client, name, receiver)
        if (typeof member !== 'function') return member
        return async (...args: unknown[]) => {
          fuse.pass()
          const result: unknown = await member.apply(client, args)
          fuse.pass()
          return result
        }
      },
    })
  return new Proxy(chains, {
    get: (all, name, receiver) => (name === 'get' ? get : Reflect.get(all, name, receiver)),
  })
}

async function submit(): Promise<{ begun: Begun; id: string }> {
  const begun = await signed.begin(await signed.createPayer())
  const { status, json } = await begun.submit(await begun.sign())
  expect(status, JSON.stringify(json)).toBe(202)
  return { begun, id: json.id }
}

/** Lets an executor work until it dies, or has confirmed the payment. Returns whether it survived. */
async function work(fuse: Fuse, id: string, isTried: boolean): Promise<boolean> {
  // At its end, the holder is gone like that of a killed process, and its lease is free.
  using holder = createHolder(signed.world.test.host.context.random)
  const executor = createKilled(fuse, holder, isTried ? id : null)
  for (let step = 0; step < STEPS; step += 1) {
    try {
      await executor.step()
    } catch (error) {
      if (!fuse.isDead()) throw error
      return false
    }
    const { status, request_id } = await signed.row(id)
    if (status === 'confirmed') return true
    if (status === 'sent') {
      await waitFor('the watcher', async () =>
        (await signed.payments(request_id)).length > 0 ? true : null,
      )
    }
  }
  return true
}

test(
  `${KILLS} kills of the relayer, at one await after another, make each signed payment once`,
  async () => {
    const submitted: { begun: Begun; id: string }[] = []
    let passes = 0
    let kills = 0
    while (kills < KILLS) {
      const one = await submit()
      submitted.push(one)
      const fuse = createFuse()
      fuse.light(passes, 'await')
      const hasSurvived = await work(fuse, one.id, kills % 2 === 0)
      if (hasSurvived) {
        passes = 0
      } else {
        kills += 1
        passes += STRIDE
      }
    }
    using holder = createHolder(signed.world.test.host.context.random)
    const last = createKilled(createFuse(), holder)
    for (const { id, begun } of submitted) {
      const { payment_hash } = await waitFor('the end of a payment', async () => {
        await last.step()
        const row = await signed.row(id)
        return row.status === 'confirmed' ? row : null
      })
      expect(await signed.made(payment_hash)).toBe(1)
      expect(await signed.payments(begun.requestId)).toHaveLength(1)
    }
    const reverted = await signed.world.test.host.context.db.kysely
      .selectFrom('relayer_transactions')
      .select('hash')
      .where('status', '=', 'reverted')
      .execute()
    expect(reverted).toEqual([])
    console.info(`${submitted.length} payments, ${kills} kills, up to ${passes} awaits.`)
  },
  TIMEOUT_MS,
)
