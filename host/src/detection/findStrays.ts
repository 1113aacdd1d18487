import { decodePaymentLogs, type PaymentLog, type RawLog } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { ChainClient } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import {
  type MatchedLog,
  UNKNOWN_REFERENCE,
  UNWEIGHED,
  type UnmatchedPayment,
} from '../payments/detectedPayment.ts'
import { findPayeeOwners } from './findPayeeOwners.ts'
import { type Notation, notationOf } from './notationOf.ts'

/** Payments of unknown references that are kept for a payee within one range: any sender may make more of them. */
const MAX_STRAYS_A_PAYEE = 50

/**
 * The payments of a range whose reference no request has, to merchants' payees: after a restore they paid requests that
 * are lost. {@link findPayeeOwners} decides their owners.
 */
export async function findStrays(
  context: Pick<Context, 'db' | 'log'>,
  client: Pick<ChainClient, 'network' | 'getAgreedBlocks'>,
  { logs, matches }: { logs: readonly RawLog[]; matches: readonly MatchedLog[] },
): Promise<readonly UnmatchedPayment[]> {
  const matched = new Set(matches.map(({ log }) => placeOf(log)))
  const strays = decodePaymentLogs(logs).filter(
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
    if (ofPayee.length > MAX_STRAYS_A_PAYEE) {
      context.log.warn(
        { network: network.id, payee, count: ofPayee.length },
        'Kept the first of many payments of unknown references',
      )
    }
    return ofPayee
      .slice(0, MAX_STRAYS_A_PAYEE)
      .map((log) => toStray(network, notation, log, tenantId))
  })
}

function toStray(
  network: Network,
  notation: Notation,
  log: PaymentLog,
  tenantId: string,
): UnmatchedPayment {
  return {
    requestId: '',
    tenantId,
    network: network.id,
    txHash: notation.txHash(log.transactionHash),
    logIndex: log.logIndex,
    blockNumber: log.blockNumber,
    contract: notation.logged(log.contract),
    tokenAddress: log.token === null ? null : notation.logged(log.token),
    payee: notation.logged(log.payee),
    amountUnits: log.amountUnits,
    reason: UNKNOWN_REFERENCE,
    referenceTopic: log.referenceTopic,
    paymentReference: null,
    ...UNWEIGHED,
  }
}

function placeOf({ transactionHash, logIndex }: PaymentLog): string {
  return `${transactionHash} ${logIndex}`
}
