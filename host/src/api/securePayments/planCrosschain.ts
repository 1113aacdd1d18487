import { formatAmount, type Transaction } from '@secure-payment/core'
import type { SingleCalldata } from '@secure-payment/core/api'
import { encodeApprove } from '@secure-payment/core/evm'
import { resetsApproval } from '@secure-payment/core/kinds'
import type { Bridge, BridgeQuote } from '../../bridges/bridge.ts'
import type { Context } from '../../context.ts'
import { NoCrosschainRouteError } from '../../crosschain/errors.ts'
import { type CrosschainPayment, quotePayment } from '../../crosschain/quotePayment.ts'
import type { Source } from '../../crosschain/sources.ts'
import { PART_DEADLINE_MS, within } from '../../crosschain/within.ts'
import { chainLabel } from '../chainLabel.ts'
import { type Payer, readPayer } from './judgeMeans.ts'

/**
 * Transactions on the source chain and the facts that a client needs about them, as every operation returns them.
 * Clients need the text `0x0` here, where direct payments have an object or a number.
 */
export type CrosschainCalldata = {
  transactions: { to: string; data: string; value: '0x0'; chainId: number }[]
  metadata: SingleCalldata['metadata']
}

/**
 * Plans a payment from another chain at the present price. It always consists of an approval of exactly the amount that
 * the bridge spends, and the bridge's own transaction. A token that refuses to change an allowance is set to zero first
 * where it may have one. When no node returns the wallet's state in time, its balance counts as enough.
 *
 * @throws NoCrosschainRouteError, BridgeUnavailableError
 */
export async function planCrosschain(
  context: Pick<Context, 'chains' | 'log'> & { bridge: Bridge },
  payment: CrosschainPayment,
): Promise<CrosschainCalldata> {
  const { source, destination, wallet } = payment
  const query = { wallet, tokens: [source.token.address], spender: source.diamond }
  const [quote, payer] = await Promise.all([
    quotePayment(context.bridge, payment),
    within(readPayer(context, source.network.id, query), PART_DEADLINE_MS),
  ])
  if (quote === null) {
    throw new NoCrosschainRouteError({
      chain: chainLabel(source.network),
      token: source.token.symbol,
      network: destination.network.id,
    })
  }
  const transactions = [...approvals(source, { quote, payer }), quote.transaction].map(
    ({ to, data }) => ({ to, data, value: '0x0' as const, chainId: source.network.chainId }),
  )
  return { transactions, metadata: describe(source, { quote, payer, count: transactions.length }) }
}

type Facts = { quote: BridgeQuote; payer: Payer | null }

function approvals(source: Source, { quote, payer }: Facts): Transaction[] {
  const token = source.token.address
  const spender = source.diamond
  const approve = encodeApprove({ token, spender, amountUnits: quote.fromUnits })
  const allowance = payer?.allowanceUnits[token.toLowerCase()] ?? null
  if (allowance === 0n || !resetsApproval(source.network, token)) return [approve]
  return [encodeApprove({ token, spender, amountUnits: 0n }), approve]
}

function describe(
  { token }: Source,
  { quote, payer, count }: Facts & { count: number },
): CrosschainCalldata['metadata'] {
  const balance = payer?.tokens[token.address.toLowerCase()]?.balanceUnits ?? null
  return {
    stepsRequired: count,
    needsApproval: true,
    approvalTransactionIndex: 0,
    paymentTransactionIndex: count - 1,
    hasEnoughBalance: balance === null || balance >= quote.fromUnits,
    balanceChecked: balance !== null,
    routeType: 'crosschain',
    quoteExpiresAt: Math.floor(quote.expiresAt.getTime() / 1_000),
    sourceAmount: formatAmount(quote.fromUnits, token.decimals),
  }
}
