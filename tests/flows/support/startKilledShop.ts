import { setTimeout as delay } from 'node:timers/promises'
import { parseWireValue } from '@secure-payment/core/verify'
import { type Delivery, type Devnet, startDevnet } from '@secure-payment/devnet'
import { expect } from 'vitest'
import { createDatabasePlace } from './openTestDatabase.ts'
import type { Random } from './random.ts'
import { waitFor } from './waitFor.ts'

/** A shop on a devnet whose host runs in its own process, which the test kills; the devnet restarts the host. */
export type KilledShop = AsyncDisposable & {
  devnet: Devnet
  /** Signs a transaction from a response with an account, and expects it to be mined. */
  sign(transaction: WireTransaction, account: number): Promise<void>
  /** Kills the host at random moments. `countDone` returns the number of finished orders or refunds. */
  killOften(options: { kills: number; random: Random; countDone: () => number }): Promise<void>
}

type WireTransaction = {
  to: string
  data: string
  value: Parameters<typeof parseWireValue>[0]
}

/** A delivery whose sender was killed resumes when its lease of 30 s ends. */
export const TAKEOVER_MS = 60_000
/** The maximum pause before a kill. */
const MAX_PAUSE_MS = 300

/** Starts a shop with a separate database, whose payments count in their first block. */
export async function startKilledShop(): Promise<KilledShop> {
  const place = await createDatabasePlace()
  const devnet = await startDevnet({
    networks: ['devnet'],
    blockTimeMs: 0,
    confirmations: 0,
    database: place.url,
    host: 'process',
  })
  return {
    devnet,
    async sign({ to, data, value }, account) {
      const receipt = await devnet.chains.wallet('devnet', account).sendTransactionSync({
        to: `0x${to.slice(2)}`,
        data: `0x${data.slice(2)}`,
        value: parseWireValue(value),
      })
      expect(receipt.status).toBe('success')
    },
    async killOften({ kills, random, countDone }) {
      for (let kill = 0; kill < kills; kill += 1) {
        // Every second kill follows a finished order or refund, so that it hits a working host. The other kills may hit a host that is
        // still starting.
        const done = countDone()
        if (kill % 2 === 1) {
          await waitFor('a finished payment', () => (countDone() > done ? true : null), TAKEOVER_MS)
        }
        await delay(random.integer(0, MAX_PAUSE_MS))
        await devnet.host.kill()
      }
    },
    async [Symbol.asyncDispose]() {
      await devnet[Symbol.asyncDispose]()
      await place.remove()
    },
  }
}

/** Retries a call while the host is down, or while it returns null; the call's key makes repetitions harmless. */
export async function persist<T>(call: () => Promise<T | null>): Promise<T> {
  return waitFor('the host to answer', () => call().catch(() => null), TAKEOVER_MS)
}

/** Expects that an event arrived at least once, each time with the same bytes and a valid signature. */
export function expectSameBytes(deliveries: readonly Delivery[]): void {
  expect(deliveries.length).toBeGreaterThan(0)
  expect(new Set(deliveries.map(({ rawBody }) => rawBody)).size).toBe(1)
  expect(deliveries.every(({ verified }) => verified)).toBe(true)
}
