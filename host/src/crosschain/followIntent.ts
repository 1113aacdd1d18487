import { formatAmount } from '@secure-payment/core'
import { isSameAddress } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { Bridge, TransferStatus } from '../bridges/bridge.ts'
import type { Context } from '../context.ts'
import { readCursor } from '../detection/cursorRows.ts'
import type { IntentEnd } from './intentEnd.ts'
import { readArrival } from './readArrival.ts'
import { type Refund, readRefund } from './readRefund.ts'
import { readSettlement } from './readSettlement.ts'
import type { TrackedIntent } from './trackedIntent.ts'

/** The dependencies for following an intent. */
export type FollowContext = Pick<Context, 'db' | 'now' | 'config' | 'chains' | 'prices'> & {
  bridge: Bridge
}

/** The state of a transfer: either ended or to be checked again, with the bridge's latest status. */
export type Followed =
  | { isOver: true; end: IntentEnd; explorerUrl: string | null }
  | { isOver: false; substatus: string | null; explorerUrl: string | null }

/**
 * Queries the bridge about a transfer whose source transaction is valid, and verifies the response on the chains. The bridge's
 * status DONE alone proves nothing: money counts once the watcher of the request's network has passed the delivery's block, and a refund
 * once the source chain confirms it.
 *
 * @throws BridgeUnavailableError, ChainUnavailableError
 */
export async function followIntent(
  context: FollowContext,
  facts: { intent: TrackedIntent; sender: string; destination: Network },
): Promise<Followed> {
  const { intent, destination } = facts
  const { txHash, tool, source } = intent
  const status = await context.bridge.status({
    txHash,
    tool,
    fromChainId: source.chainId,
    toChainId: destination.chainId,
  })
  const { substatus } = status
  const explorerUrl = status.explorerUrl ?? intent.explorerUrl
  const over = (end: IntentEnd): Followed => ({ isOver: true, end, explorerUrl })
  const waiting: Followed = { isOver: false, substatus, explorerUrl }
  switch (status.state) {
    case 'unknown':
    case 'pending':
      return waiting
    case 'failed':
      // The source transaction succeeded, so the bridge has the money: it may still deliver or return it.
      if (intent.status === 'failed') return waiting
      return over({ kind: 'failed', status: 'failed', substatus, isProven: false })
    case 'refunded': {
      const { sender } = facts
      const refund = await readRefund(context, intent, { sender, status })
      return refund === null ? waiting : over(describeRefund(refund, { sender, substatus }))
    }
    case 'completed':
    case 'partial': {
      const end = await readDelivery(context, { ...facts, status, state: status.state })
      return end === null ? waiting : over(end)
    }
    default:
      return status.state satisfies never
  }
}

function describeRefund(
  { symbol, decimals, units }: Refund,
  { sender, substatus }: { sender: string; substatus: string | null },
): IntentEnd {
  return {
    kind: 'refunded',
    status: 'refunded',
    substatus,
    refundedTo: sender,
    refundAmount: formatAmount(units, decimals),
    currency: symbol,
  }
}

/**
 * Verifies a reported delivery. Null while the bridge names no transaction, the transaction's block is not confirmed, or the delivery has
 * no price yet.
 */
async function readDelivery(
  context: FollowContext,
  facts: {
    intent: TrackedIntent
    sender: string
    destination: Network
    status: TransferStatus
    state: 'completed' | 'partial'
  },
): Promise<IntentEnd | null> {
  const { intent, sender, destination, state } = facts
  const { receiving, substatus } = facts.status
  if (receiving === null) return null
  const { txHash, token, units } = receiving
  const wanted = intent.request.token_address
  const elsewhere: IntentEnd = { kind: 'elsewhere', status: state, substatus }
  if (receiving.chainId !== destination.chainId || wanted === null) return elsewhere
  if (txHash === null) return null
  const outcome = await context.chains.get(destination.id).findReceipt(txHash)
  if (outcome === null) return null
  if (!(await isPassed(context, destination, outcome.blockNumber))) return null
  if (!outcome.succeeded || token === null || units === null) return elsewhere
  const told = { txHash, blockNumber: outcome.blockNumber, units }
  if (!isSameAddress(token, wanted)) {
    const client = context.chains.get(destination.id)
    const request = { payee: intent.request.payee, token_address: token }
    // The merchant is notified of the other token's arrival, so the chain must prove it.
    const arrival = await readArrival(client, request, told)
    return arrival === null ? elsewhere : { kind: 'other_token', status: state, substatus }
  }
  const payments = await readSettlement(context, { intent, sender, destination, told, state })
  if (payments === null) return null
  return { kind: 'settled', status: state, substatus, txHash, sender, payments }
}

/** Returns whether the watcher has recorded the block; every payment event in it is then recorded. */
async function isPassed(
  context: Pick<Context, 'db'>,
  { id }: Network,
  blockNumber: bigint,
): Promise<boolean> {
  const cursor = await readCursor(context, id)
  return cursor !== null && cursor.blockNumber >= blockNumber
}
