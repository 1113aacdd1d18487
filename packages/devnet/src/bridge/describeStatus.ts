import { formatAmount } from '@secure-payment/core'
import { explorerTransactionUrl } from '@secure-payment/core/networks'
import { type Address, decodeFunctionData, type Hex, isAddressEqual } from 'viem'
import { bridgeAbi } from './bridgeAbi.ts'
import { type BridgedChain, type BridgedToken, findBridgedToken } from './bridgedChain.ts'
import { describeFee } from './describeFee.ts'
import { coinDollars, describeCoin, describeToken, TOOL } from './describeToken.ts'
import { type Deposit, findOutcome, findTransfer, type Outcome } from './findTransfer.ts'
import { LiFiError, lifiErrorCode } from './lifiError.ts'
import type { LiFiStatus, LiFiTransaction } from './lifiTypes.ts'

/** The parts of a running bridge that the status endpoint needs. */
export type StatusContext = {
  chains: readonly BridgedChain[]
  /** The ids of the deposits that the relayer gave up. */
  givenUp: ReadonlySet<Hex>
  /** Returns the bridge's own page about a transfer, because its chains have no explorer. */
  linkTo: (txHash: Hex) => string
}

/** Returns the response to `GET /v1/status` for a transaction on either side. */
export async function describeStatus(
  context: StatusContext,
  query: { txHash: Hex; bridge?: string | undefined },
): Promise<LiFiStatus> {
  const found = await findTransfer(context.chains, query.txHash)
  if (found.kind === 'unknown') {
    return { status: 'NOT_FOUND', substatusMessage: 'The transaction is unknown or not mined.' }
  }
  if (found.kind === 'foreign' || (query.bridge !== undefined && query.bridge !== TOOL)) {
    return { status: 'INVALID', substatusMessage: 'The transaction does not belong to the bridge.' }
  }
  if (found.kind === 'reverted') return describeFailure(context, found)
  return describeDeposit(context, found.deposit)
}

async function describeFailure(
  context: StatusContext,
  { from, receipt }: Pick<Deposit, 'from' | 'receipt'>,
): Promise<LiFiStatus> {
  const hash = receipt.transactionHash
  const [{ input }, { timestamp }] = await Promise.all([
    from.client.getTransaction({ hash }),
    from.client.getBlock({ blockNumber: receipt.blockNumber }),
  ])
  const isExpired = timestamp > readDeadline(input)
  return {
    status: 'FAILED',
    substatus: isExpired ? 'EXPIRED' : 'UNKNOWN_FAILED_ERROR',
    substatusMessage: isExpired ? 'The quote had expired.' : 'The transaction reverted.',
    tool: TOOL,
    sending: { txHash: hash, chainId: from.chainId, txLink: linkOf(context, from, hash) },
  }
}

/** Returns the deadline in a deposit's calldata; other calldata never expires. */
function readDeadline(data: Hex): bigint {
  const never = 2n ** 256n
  try {
    const call = decodeFunctionData({ abi: bridgeAbi, data })
    return call.functionName === 'deposit' ? call.args[0].deadline : never
  } catch {
    return never
  }
}

async function describeDeposit(context: StatusContext, deposit: Deposit): Promise<LiFiStatus> {
  const { from, receipt, order, sender } = deposit
  const outcome = await findOutcome(context.chains, deposit)
  const token = requireToken(from, order.token)
  const sending = await describeTransaction(context, {
    chain: from,
    txHash: receipt.transactionHash,
    token,
    amount: order.amount,
  })
  // If the order's delivery exceeds the deposit, the relayer refunds the whole deposit, so the bridge keeps nothing.
  const kept = order.amount - order.delivery.amount
  const feeUnits = kept < 0n ? 0n : kept
  return {
    ...describeOutcome(context, deposit, outcome),
    transactionId: order.quoteId,
    tool: TOOL,
    sending,
    receiving: await describeReceiving(context, deposit, outcome),
    feeCosts: [describeFee({ from, token, fromUnits: order.amount, feeUnits })],
    fromAddress: sender,
    toAddress: receiverOf(deposit, outcome),
    lifiExplorerLink: context.linkTo(receipt.transactionHash),
    bridgeExplorerLink: context.linkTo(receipt.transactionHash),
    metadata: { integrator: 'devnet' },
  }
}

function describeOutcome(
  { givenUp }: StatusContext,
  { depositId, order: { delivery } }: Deposit,
  outcome: Outcome,
) {
  if (outcome.kind === 'open' && givenUp.has(depositId)) {
    const substatusMessage = 'The bridge holds the tokens and cannot deliver them.'
    const substatus = 'NOT_PROCESSABLE_REFUND_NEEDED' as const
    return { status: 'FAILED' as const, substatus, substatusMessage }
  }
  if (outcome.kind === 'open') {
    const substatus = 'WAIT_DESTINATION_TRANSACTION' as const
    const substatusMessage = 'The bridge has not paid out on the destination chain yet.'
    return { status: 'PENDING' as const, substatus, substatusMessage }
  }
  const status = 'DONE' as const
  if (outcome.kind === 'refunded') {
    const substatusMessage = 'The tokens were refunded on the source chain.'
    return { status, substatus: 'REFUNDED' as const, substatusMessage }
  }
  const isWhole =
    isAddressEqual(outcome.token, delivery.token) && outcome.amount === delivery.amount
  return isWhole
    ? { status, substatus: 'COMPLETED' as const, substatusMessage: 'The transfer is complete.' }
    : {
        status,
        substatus: 'PARTIAL' as const,
        substatusMessage: 'The wrong token or less than the ordered amount was delivered.',
      }
}

/** Returns the address that holds the tokens or will receive them. */
function receiverOf({ sender, order: { delivery } }: Deposit, outcome: Outcome): Address {
  if (outcome.kind === 'refunded') return sender
  if (outcome.kind === 'filled' && outcome.isCallDone) return delivery.target
  return delivery.fallbackAddress
}

async function describeReceiving(
  context: StatusContext,
  { order }: Deposit,
  outcome: Outcome,
): Promise<LiFiTransaction | { chainId: number }> {
  if (outcome.kind === 'open') return { chainId: Number(order.toChainId) }
  const { chain, txHash, amount } = outcome
  const token = requireToken(chain, outcome.token)
  return describeTransaction(context, { chain, txHash, token, amount })
}

async function describeTransaction(
  context: StatusContext,
  facts: { chain: BridgedChain; txHash: Hex; token: BridgedToken; amount: bigint },
): Promise<LiFiTransaction> {
  const { chain, txHash, token, amount } = facts
  const receipt = await chain.client.getTransactionReceipt({ hash: txHash })
  const { timestamp } = await chain.client.getBlock({ blockNumber: receipt.blockNumber })
  const gasAmount = receipt.gasUsed * receipt.effectiveGasPrice
  return {
    txHash,
    chainId: chain.chainId,
    txLink: linkOf(context, chain, txHash),
    amount: String(amount),
    amountUSD: formatAmount(amount, token.decimals),
    token: describeToken(token, chain.chainId),
    gasPrice: String(receipt.effectiveGasPrice),
    gasUsed: String(receipt.gasUsed),
    gasToken: describeCoin(chain),
    gasAmount: String(gasAmount),
    gasAmountUSD: coinDollars(chain, gasAmount),
    timestamp: Number(timestamp),
    value: '0',
  }
}

function linkOf({ linkTo }: StatusContext, { network }: BridgedChain, txHash: Hex): string {
  return network.isLocal ? linkTo(txHash) : (explorerTransactionUrl(network, txHash) ?? '')
}

/**
 * Finds a deposit's token. Throws for a token that the bridge does not carry: a deposit made by hand may contain it, and the API cannot
 * describe it.
 */
function requireToken(chain: BridgedChain, address: Address): BridgedToken {
  const token = findBridgedToken(chain, address)
  if (token) return token
  const sentence = `Token ${address} on chain ${chain.chainId} is not supported.`
  throw new LiFiError({ status: 404, lifiCode: lifiErrorCode.notFound, sentence })
}
