import { referenceTopic, topicKey } from '@secure-payment/core'
import type { PaymentLog } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { Context } from '../context.ts'
import { keccak256 } from '../keccak.ts'
import { REQUEST_SWEPT, type UnmatchedPayment } from '../settlement/detectedPayment.ts'
import { toUnmatched } from './toUnmatched.ts'

/** The maximum number of keys per statement, below both engines' parameter limits. */
const KEYS_A_STATEMENT = 5_000

/**
 * Finds late payments of requests that were deleted because of their age. The amount due is no longer known, so each payment becomes an
 * unmatched payment for its merchant.
 */
export async function findSweptPayments(
  context: Pick<Context, 'db'>,
  network: Network,
  logs: readonly PaymentLog[],
): Promise<readonly UnmatchedPayment[]> {
  const payments = logs.filter((payment) => payment.amountUnits > 0n)
  const byKey = new Map<bigint, PaymentLog[]>()
  for (const log of payments) {
    const key = topicKey(log.referenceTopic)
    byKey.set(key, [...(byKey.get(key) ?? []), log])
  }
  const keys = [...byKey.keys()]
  const found: UnmatchedPayment[] = []
  for (let at = 0; at < keys.length; at += KEYS_A_STATEMENT) {
    const some = keys.slice(at, at + KEYS_A_STATEMENT)
    const rows = await context.db.kysely
      .selectFrom('swept_requests')
      .select(['id', 'tenant_id', 'payment_reference', 'reference_key'])
      .where('reference_key', 'in', some)
      .execute()
    const options = await context.db.kysely
      .selectFrom('swept_options as option')
      .innerJoin('swept_requests as request', 'request.id', 'option.request_id')
      .select(['request.id', 'request.tenant_id'])
      .select(['option.payment_reference', 'option.reference_key'])
      .where('option.reference_key', 'in', some)
      .execute()
    for (const row of [...rows, ...options]) {
      // The key is 8 bytes of the topic, which another reference may share.
      const topic = referenceTopic(`0x${row.payment_reference.slice(2)}`, keccak256)
      const logsOfRow = (byKey.get(BigInt(row.reference_key)) ?? []).filter(
        (log) => log.referenceTopic === topic,
      )
      found.push(
        ...logsOfRow.map((log) => toUnmatched(network, { log, request: row }, REQUEST_SWEPT)),
      )
    }
  }
  return found
}
