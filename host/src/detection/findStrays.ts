import type { PaymentLog } from '@secure-payment/core/evm'
import type { ChainClient } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import {
  type MatchedLog,
  UNKNOWN_REFERENCE,
  type UnmatchedPayment,
} from '../settlement/detectedPayment.ts'
import { findPayeeOwners } from './findPayeeOwners.ts'
import { notationOf } from './notationOf.ts'
import { toUnmatched } from './toUnmatched.ts'

/**
 * Finds a range's payments to merchants' payees whose reference belongs to no request. After a restore, such payments may have paid lost
 * requests. {@link findPayeeOwners} decides who owns them.
 */
export async function findStrays(
  context: Pick<Context, 'db'>,
  client: Pick<ChainClient, 'network' | 'getAgreedBlocks'>,
  { logs, matches }: { logs: readonly PaymentLog[]; matches: readonly MatchedLog[] },
): Promise<readonly UnmatchedPayment[]> {
  const matched = new Set(matches.map(({ log }) => placeOf(log)))
  const strays = logs.filter(
    (log) => log.amountUnits > 0n && log.conversion === null && !matched.has(placeOf(log)),
  )
  if (strays.length === 0) return []
  const { network } = client
  const notation = notationOf(network)
  const byPayee = Map.groupBy(strays, (log) => notation.wallet(log.payee))
  const owners = await findPayeeOwners(context, client, byPayee)
  return [...byPayee].flatMap(([payee, ofPayee]) => {
    const tenantId = owners.get(payee)
    if (tenantId === undefined) return []
    const request = { id: '', tenant_id: tenantId, payment_reference: null }
    return ofPayee.map((log) => toUnmatched(network, { log, request }, UNKNOWN_REFERENCE))
  })
}

function placeOf({ transactionHash, logIndex }: PaymentLog): string {
  return `${transactionHash} ${logIndex}`
}
