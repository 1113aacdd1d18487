import { formatAmount } from '@secure-payment/core'
import type { PaymentOptions, SecurePayment } from '@secure-payment/core/api'
import { findCurrencyByToken } from '@secure-payment/core/catalogue'
import type { Network } from '@secure-payment/core/networks'
import type { Bridge } from '../bridges/bridge.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import type { Context } from '../context.ts'
import { askChain, takeAnswer } from '../crosschain/askChain.ts'
import { chainLabel } from '../crosschain/chainLabel.ts'
import { findOptions } from '../crosschain/findOptions.ts'
import { nonEmpty } from '../nonEmpty.ts'
import { QuoteRequiredError } from '../quotes/errors.ts'
import { ConversionUnavailableError, RateTooOldError } from '../rates/errors.ts'
import { BatchFeeSetError } from '../requests/errors.ts'
import { type Bridgeable, findBridgeable } from './chooseCrosschain.ts'
import { describeBatchFee } from './describeCalldata.ts'
import { describeFee } from './describeFee.ts'
import { describeRouteFee } from './describeRouteFee.ts'
import { estimateFeeToHolders } from './estimateFee.ts'
import { isSponsored } from './findSigned.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'
import { type Payable, planRemainders } from './payable.ts'
import { type PlanContext, type PlannedSteps, planSteps } from './planSteps.ts'
import { type Means, NATIVE } from './readMeans.ts'

/**
 * The members in a response that describe the ways to pay. All members are empty if no node of the payment's own chain responds;
 * other chains are then not read.
 */
export type Options = Pick<
  SecurePayment,
  'paymentOptions' | 'batchFee' | 'unavailableChains' | 'unquotedChains' | 'slowChains'
>

/**
 * Finds the currencies that a wallet could pay with: on the payment's own chain and, if this host serves a bridge, on
 * others.
 */
export async function findPaymentOptions(
  context: PlanContext & Pick<Context, 'bridge'>,
  facts: {
    paymentType: SecurePayment['paymentType']
    requests: StoredSecurePayment['requests']
    wallet: string
    tenantId: string
  },
): Promise<Options> {
  const { paymentType, requests, ...payer } = facts
  const open = planRemainders(requests)
  const bridgeable = await findBridgeableOf(context, paymentType, open)
  const [payable] = open
  if (bridgeable !== null && payable !== undefined) {
    return findAllOptions(context, open, { ...bridgeable, payable, ...payer })
  }
  return (await findOwnOptions(context, open, payer)) ?? {}
}

async function findBridgeableOf(
  context: Pick<Context, 'config' | 'bridge' | 'db' | 'now'>,
  paymentType: SecurePayment['paymentType'],
  [payable]: readonly Payable[],
): Promise<Served | null> {
  const { bridge } = context
  if (bridge === null || paymentType === 'batch' || payable === undefined) return null
  const found = await findBridgeable(context, payable)
  return found === null ? null : { ...found, bridge }
}

type Served = Bridgeable & { bridge: Bridge }

/** The wallet that pays, and the merchant of the payment. */
type Payer = { wallet: string; tenantId: string }

/** Queries the payment's own chain and all others at once, with one deadline. */
async function findAllOptions(
  context: PlanContext,
  open: readonly Payable[],
  { bridge, payable, ...payment }: Served & Payer & { payable: Payable },
): Promise<Options> {
  const asked = askChain(context, payment.destination.network.id, () =>
    findOwnOptions(context, open, payment),
  )
  const [others] = await Promise.all([
    findOptions({ ...context, bridge }, payment),
    asked.isAwaited ? asked.answer : null,
  ])
  const own = await takeAnswer(asked)
  const paymentOptions: PaymentOptions = { ...own?.paymentOptions }
  const described = await Promise.all(
    others.options.map(async (option) => ({
      ...option,
      fee: await describeRouteFee(context, payable.request, option),
    })),
  )
  for (const { source, balanceUnits, quote, fee } of described) {
    const { decimals, symbol } = source.token
    const chain = chainLabel(source.network)
    paymentOptions[chain] = {
      ...paymentOptions[chain],
      [symbol]: {
        balance: formatAmount(balanceUnits, decimals),
        hasEnoughBalance: balanceUnits >= quote.fromUnits,
        neededAmount: formatAmount(quote.fromUnits, decimals),
        durationS: quote.durationS,
        ...fee,
      },
    }
  }
  const silentOwn = own === null ? [ownLabel(payment.destination.network)] : []
  return {
    paymentOptions,
    unavailableChains: [...silentOwn, ...others.unavailable.map(chainLabel)],
    unquotedChains: others.unquoted.map(chainLabel),
    ...(others.slow.length > 0 && { slowChains: others.slow.map(chainLabel) }),
  }
}

/** Returns null if no node responded, or if no conversion is possible now, because wrong options would be worse than none. */
async function findOwnOptions(
  context: PlanContext,
  open: readonly Payable[],
  { wallet, tenantId }: Payer,
): Promise<OwnOptions | null> {
  const planned = await planOrNull(context, open, wallet)
  if (planned === null || planned.means === null) return null
  const { network, neededUnits, means } = planned
  const [isPaidFor, fee] = await Promise.all([
    isSponsored(context, network, { payables: open, tenantId }),
    describeOwnFee(context, { ...planned, means }, open),
  ])
  const tokens: PaymentOptions[string] = {}
  for (const [key, needed] of neededUnits) {
    const found = findCurrencyByToken(network, key === NATIVE ? null : key)
    if (found === undefined) continue
    const { decimals } = found.currency
    const balance = means.balanceUnits.get(key) ?? 0n
    tokens[found.symbol] = {
      balance: formatAmount(balance, decimals),
      hasEnoughBalance: balance >= needed,
      neededAmount: formatAmount(needed, decimals),
      hasEnoughGas: means.hasEnoughGas,
      ...fee,
      ...(isPaidFor && { isSponsored: true as const }),
    }
  }
  return { paymentOptions: { [ownLabel(network)]: tokens }, ...describeBatchFee(planned) }
}

/**
 * Describes the network fee for a wallet that cannot pay one request. Empty for any other wallet, because the worth of the fee may need one
 * more call to a node, and empty for a batch, whose currencies share one fee.
 */
async function describeOwnFee(
  context: PlanContext,
  planned: PlannedSteps & { means: Means },
  [payable, ...others]: readonly Payable[],
): Promise<Pick<PaymentOptions[string][string], 'networkFee'>> {
  const { hasEnoughBalance, hasEnoughGas } = planned.means
  if (payable === undefined || others.length > 0 || (hasEnoughBalance && hasEnoughGas)) return {}
  const facts = { ...planned.means, feeUnits: estimateFeeToHolders(planned, payable) }
  return { networkFee: await describeFee(context, planned.network, payable.request, facts) }
}

type OwnOptions = { paymentOptions: PaymentOptions } & Pick<Options, 'batchFee'>

/** Returns the payment chain's label. For a chain that is not a source chain, it is the network id, as existing clients expect. */
function ownLabel({ id, sourceChain }: Pick<Network, 'id' | 'sourceChain'>): string {
  return sourceChain ?? id
}

/** Plans the payment of some requests; null if no node responds, or if no conversion is possible now. */
export async function planOrNull(
  context: PlanContext,
  open: readonly Payable[],
  wallet: string,
): Promise<PlannedSteps | null> {
  try {
    return await planSteps(context, nonEmpty(open), wallet)
  } catch (error) {
    const cannotTell =
      error instanceof ChainUnavailableError ||
      error instanceof ConversionUnavailableError ||
      error instanceof BatchFeeSetError ||
      error instanceof QuoteRequiredError ||
      error instanceof RateTooOldError
    if (cannotTell) return null
    throw error
  }
}
