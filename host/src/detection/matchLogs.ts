import { topicKey } from '@secure-payment/core'
import { decodePaymentLog, type PaymentLog, type RawLog } from '@secure-payment/core/evm'
import { direct } from '@secure-payment/core/kinds'
import type { Network } from '@secure-payment/core/networks'
import type { Context } from '../context.ts'
import { keccak256 } from '../keccak.ts'
import { MATCH_COLUMNS, type MatchedLog, type MatchedRequest } from '../payments/detectedPayment.ts'

/**
 * Finds the requests that logs pay: one indexed query for all of them, however many requests are open. Logs of unknown
 * references and of no amount are left out (anybody may emit either); a known reference that pays wrongly is kept with
 * the reason.
 */
export async function matchLogs(
  context: Pick<Context, 'db'>,
  network: Network,
  logs: readonly RawLog[],
): Promise<readonly MatchedLog[]> {
  const payments = logs
    .map(decodePaymentLog)
    .filter((payment) => payment !== null)
    .filter((payment) => payment.amountUnits > 0n)
  const byKey = await findByReference(context, payments)
  return payments.flatMap((log) => {
    const settled = (byKey.get(topicKey(log.referenceTopic)) ?? [])
      .map((request) => settle(network, log, request))
      // The key is 8 bytes of the topic: another reference may share it.
      .filter((match) => match.isCredited || match.reason !== 'wrong_reference')
    const [first] = settled
    if (first === undefined) return []
    return [settled.find((match) => match.isCredited) ?? first]
  })
}

/** Keys of one statement, under both engines' limits of parameters. */
const KEYS_A_STATEMENT = 5_000

async function findByReference(
  context: Pick<Context, 'db'>,
  payments: readonly PaymentLog[],
): Promise<ReadonlyMap<bigint, readonly MatchedRequest[]>> {
  const keys = [...new Set(payments.map((payment) => topicKey(payment.referenceTopic)))]
  const byKey = new Map<bigint, MatchedRequest[]>()
  for (let at = 0; at < keys.length; at += KEYS_A_STATEMENT) {
    const rows = await context.db.kysely
      .selectFrom('requests')
      .select([...MATCH_COLUMNS, 'reference_key'])
      .where('reference_key', 'in', keys.slice(at, at + KEYS_A_STATEMENT))
      .execute()
    for (const { reference_key, ...request } of rows) {
      const key = BigInt(reference_key)
      byKey.set(key, [...(byKey.get(key) ?? []), request])
    }
  }
  return byKey
}

function settle(network: Network, log: PaymentLog, request: MatchedRequest): MatchedLog {
  const settlement = direct.settle(
    {
      network: request.network,
      token: request.token_address,
      payee: request.payee,
      amountUnits: BigInt(request.expected_units),
      // Written by core's createPaymentReference.
      paymentReference: `0x${request.payment_reference.slice(2)}`,
      feeUnits: BigInt(request.fee_units),
      feeAddress: request.fee_address,
    },
    log,
    network,
    keccak256,
  )
  return settlement.credited
    ? { log, request, isCredited: true }
    : { log, request, isCredited: false, reason: settlement.reason }
}
