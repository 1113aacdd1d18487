import { formatAmount } from '@secure-payment/core'
import type { Quote, SingleCalldata } from '@secure-payment/core/api'
import { ways } from '@secure-payment/core/ways'
import type { Bridge, BridgeQuote } from '../bridges/bridge.ts'
import type { Context } from '../context.ts'
import { chainLabel } from '../crosschain/chainLabel.ts'
import { NoCrosschainRouteError } from '../crosschain/errors.ts'
import { type CrosschainPayment, quotePayment } from '../crosschain/quotePayment.ts'
import type { Source } from '../crosschain/sources.ts'
import { PART_DEADLINE_MS, within } from '../crosschain/within.ts'
import { type Payer, readPayer } from './readMeans.ts'

/**
 * Transactions on the source chain and the facts that a client needs about them, as every operation returns them. `value` is always the
 * string `0x0`, as clients expect; for direct payments, it is an object or a number.
 */
export type CrosschainCalldata = {
  transactions: { to: string; data: string; value: '0x0'; chainId: number }[]
  metadata: SingleCalldata['metadata']
}

/**
 * Plans a payment from another chain at the current price. The plan always consists of an approval of exactly the amount that the bridge
 * spends, and the bridge's transaction. For a token that rejects changes to an allowance, any remaining allowance is first set to zero. If
 * no node returns the wallet's state in time, its balance counts as enough. An amount at a market price comes with its quote, and is offered
 * until the earlier of the two quotes' ends.
 *
 * @throws NoCrosschainRouteError, BridgeUnavailableError
 */
export async function planCrosschain(
  context: Pick<Context, 'chains' | 'log'> & { bridge: Bridge },
  payment: CrosschainPayment & { quote: Quote | null },
): Promise<CrosschainCalldata> {
  const { source, destination, wallet } = payment
  const query = { wallet, tokens: [source.token.address], spender: source.diamond }
  const [quote, payer] = await Promise.all([
    quotePayment(context.bridge, payment),
    within(readPayer(context, source.network.id, query), PART_DEADLINE_MS),
  ])
  if (quote === null || quote === 'too_slow') {
    throw new NoCrosschainRouteError({
      chain: chainLabel(source.network),
      token: source.token.symbol,
      network: destination.network.id,
    })
  }
  const offer = {
    token: source.token.address,
    units: quote.fromUnits,
    spender: source.diamond,
    transaction: quote.transaction,
  }
  const state = { address: wallet, allowanceUnits: payer?.allowanceUnits ?? null }
  const transactions = ways.bridged
    .steps(source.network, offer, state)
    .map(({ transaction: { to, data } }) => ({
      to,
      data,
      value: '0x0' as const,
      chainId: source.network.chainId,
    }))
  const metadata = describe(source, { quote, payer, count: transactions.length })
  if (payment.quote === null) return { transactions, metadata }
  const expiresAt = Math.floor(Date.parse(payment.quote.expiresAt) / 1_000)
  const quoteExpiresAt = Math.min(expiresAt, metadata.quoteExpiresAt)
  return { transactions, metadata: { ...metadata, quoteExpiresAt, quote: payment.quote } }
}

type Facts = { quote: BridgeQuote; payer: Payer | null }

function describe(
  { token }: Source,
  { quote, payer, count }: Facts & { count: number },
): CrosschainCalldata['metadata'] & { quoteExpiresAt: number } {
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
