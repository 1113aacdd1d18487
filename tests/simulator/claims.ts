import type { Network } from '@secure-payment/core/networks'
import type { Row } from '../../host/src/db/schema.ts'
import type { MockTransaction } from '../flows/support/mockChain.ts'
import { mockPaymentLogs } from '../flows/support/mockPayment.ts'
import type { Random } from '../flows/support/random.ts'
import { callApp } from './callApp.ts'
import { API_KEY } from './simulatedConfig.ts'
import type { SimulatedServer } from './simulatedServer.ts'
import type { SimulatedHost } from './startSimulatedHost.ts'
import type { VirtualTime } from './virtualTime.ts'

/** Payments with unknown references, and the merchants who claim them. */
export type Claims = {
  /** Creates a transaction that matches an unpaid request except for its reference. */
  pay(): MockTransaction[]
  /** Claims such a payment for a request within `withinMs`, and returns a payer's own payment of the same request. */
  claim(withinMs: number): MockTransaction[]
  /** The amounts of all payments with unknown references, by transaction hash. */
  readonly units: ReadonlyMap<string, bigint>
  /** The amounts that payers of claimed requests paid, by transaction hash. */
  readonly direct: ReadonlyMap<string, { requestId: string; units: bigint }>
  /** The requests with a claim, which a restored backup may revert together with its events. */
  readonly requestIds: Set<string>
  /** Claims that a host has acknowledged, by the payment's hash. */
  readonly acknowledged: Map<string, string>
}

const UNPAID =
  "select * from requests where paid_units = '0' and recurring_payment_id is null order by created_at desc, id desc limit 8"
const ANSWER_MS = 20_000

/** Starts without payments. */
export function createClaims(world: {
  network: Network
  random: Random
  time: VirtualTime
  server: SimulatedServer
  hosts(): readonly SimulatedHost[]
  note(text: string): void
}): Claims {
  const { network, random, time, server, note } = world
  const units = new Map<string, bigint>()
  const direct = new Map<string, { requestId: string; units: bigint }>()
  const acknowledged = new Map<string, string>()
  const requestIds = new Set<string>()
  const readUnpaid = () => server.read(UNPAID) as Row<'requests'>[]

  function payFor(request: Row<'requests'>, paid: bigint): MockTransaction {
    const logs = mockPaymentLogs(network, { request, units: paid, from: random.hex(20) })
    return { hash: random.hex(32), from: random.hex(20), logs }
  }

  async function call(id: string, requestId: string, hash: string): Promise<void> {
    const hosts = world.hosts()
    const host = hosts[random.integer(0, hosts.length - 1)]
    if (host === undefined) return
    const path = `/v2/unmatched-payments/${id}/claim`
    const headers = { 'x-api-key': API_KEY }
    const answered = time.runAs(host.process, () =>
      callApp(host.app, { method: 'POST', path, headers, body: { requestId } }),
    )
    const answer = await Promise.race([answered, time.rest(ANSWER_MS).then(() => null)])
    note(`claim of ${hash} for ${requestId}: ${answer?.status ?? 'no answer'}`)
    if (answer?.status === 200) acknowledged.set(hash, requestId)
  }

  return {
    units,
    direct,
    acknowledged,
    requestIds,
    pay() {
      const [first, ...others] = readUnpaid()
      if (first === undefined) return []
      const request = random.pick([first, ...others])
      const paid = BigInt(request.expected_units)
      const transaction = payFor({ ...request, payment_reference: random.hex(8) }, paid)
      units.set(transaction.hash, paid)
      return [transaction]
    },
    claim(withinMs) {
      const unmatched = server.read(
        "select * from unmatched_payments where reason = 'unknown_reference' and claimed_request_id is null order by id desc",
      ) as Row<'unmatched_payments'>[]
      const unpaid = readUnpaid()
      for (const { id, tx_hash: hash, payee, amount_units: amount } of unmatched) {
        // After a restore, payments for a period whose request is about to be recreated wait here
        // too. No merchant claims such a payment.
        if (!units.has(hash)) continue
        const request = unpaid.find(
          (one) => one.payee.toLowerCase() === payee.toLowerCase() && one.expected_units === amount,
        )
        if (request === undefined) continue
        requestIds.add(request.id)
        void time.rest(random.integer(0, withinMs)).then(() => call(id, request.id, hash))
        const paid = BigInt(request.expected_units) / 3n
        const transaction = payFor(request, paid)
        direct.set(transaction.hash, { requestId: request.id, units: paid })
        return [transaction]
      }
      return []
    },
  }
}
