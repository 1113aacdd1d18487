import { formatAmount } from '@secure-payment/core'
import {
  ATTEMPT_PREFIX_LENGTH,
  attemptPhaseSchema,
  type ObservedTransaction,
  type PaymentBranding,
  type SecurePayment,
} from '@secure-payment/core/api'
import { findCurrency, getCurrency } from '@secure-payment/core/catalogue'
import { parseDestinationId } from '@secure-payment/core/destinations'
import { explorerTransactionUrl, getNetwork, type Network } from '@secure-payment/core/networks'
import { mayPay } from '../access/accessPolicy.ts'
import { maskPayees } from '../access/maskPayees.ts'
import { maskWallet } from '../access/maskWallet.ts'
import { contactsOf, describePaymentBranding } from '../branding/branding.ts'
import { type Config, findServedNetwork } from '../config.ts'
import type { Row } from '../db/schema.ts'
import type { Facts } from '../http/rememberAnswers.ts'
import { countParts } from '../requests/feePayments.ts'
import { readFeePlan } from '../requests/feePlan.ts'
import { readOrder } from '../requests/orderColumn.ts'
import { receiptUrl } from '../requests/receiptUrl.ts'
import { securePaymentUrl } from '../requests/securePaymentUrl.ts'
import { settlementDecimals } from '../settlement/settlementDecimals.ts'
import { describeSigned } from '../signed/signedRows.ts'
import { isLive } from './attemptLease.ts'
import { choosePaid } from './chooseOption.ts'
import { describeItem, estimateRest, paymentAmount, quotedOf } from './describeItem.ts'
import { describeTransfers } from './describeTransfers.ts'
import type { StoredItem, StoredSecurePayment } from './loadSecurePayment.ts'

/**
 * Describes a stored secure payment in the API's format at a given time, for a caller with or without a wallet. Has no side effects. A link
 * past its expiry is described as expired, and a paid payment in the currency that paid it. Payees are shortened if the access policy requires it, unless the wallet may pay or the caller
 * is the merchant's server.
 */
export function describeSecurePayment(
  config: Pick<Config, 'networks' | 'payUrl'>,
  loaded: StoredSecurePayment,
  now: Date,
  wallet: string | null = null,
): SecurePayment {
  const stored = choosePaid(loaded)
  const whole = describeWhole(config, stored, now)
  const isAllowed = mayPay(stored.access, wallet)
  const isRestricted = stored.access?.payers != null
  const isPayeeHidden = stored.access?.isPayeeHidden === true
  const access = { isRestricted, isAllowed, isPayeeHidden }
  const payment = { ...whole, ...describeOptions(config, stored), access }
  const isTold = stored.isMerchant || isAllowed === true
  return isPayeeHidden && !isTold ? maskPayees(payment) : payment
}

function describeWhole(
  config: Pick<Config, 'networks' | 'payUrl'>,
  stored: StoredSecurePayment,
  now: Date,
): SecurePayment {
  const { securePayment, requests } = stored
  const branding = stored.branding && describePaymentBranding(config, stored.branding)
  const items = requests.map((request, index) =>
    describeItem(stored, request, stored.rates[index] ?? null),
  )
  const amounts = requests.map((request, index) =>
    paymentAmount(stored, request, stored.rates[index] ?? null),
  )
  const common = {
    token: securePayment.token,
    flow: securePayment.flow,
    status: statusAt(securePayment, now),
    network: securePayment.network,
    reference: securePayment.reference,
    ...readOrder(requests[0].order_details),
    ...(securePayment.is_reusable === 1 && { isReusable: true as const }),
    requestIds: requests.map((request) => request.id),
    createdAt: securePayment.created_at,
    expiresAt: securePayment.expires_at,
    completedAt: securePayment.completed_at,
    chain: describeChain(config, securePayment.network),
    items,
    merchant: describeMerchant(stored, branding),
    receiptUrl: receiptUrl(config, securePayment),
    redirectUrl: securePayment.redirect_url,
    redirectLabel: securePayment.redirect_label,
    branding,
    ...describeCombined(config, stored, now),
    isPayeeAddressMasked: false,
    access: { isRestricted: false, isAllowed: null, isPayeeHidden: false },
    transactions: describeTransactions(config, stored),
    ...describeRefunds(config, stored),
    feePlan: readFeePlan(securePayment.fee_plan),
    lastAttempt: describeAttempt(stored.lastAttempt, now),
    ...(stored.signedPayment !== null && { signedPayment: describeSigned(stored.signedPayment) }),
    ...describeTransfers(stored),
    serverTime: now.toISOString(),
  }
  const destinations = requests.map(describeDestination)
  const [item] = items
  if (securePayment.payment_type === 'single' && item !== undefined) {
    return {
      paymentType: 'single',
      payee: item.payee,
      amount: amounts[0] ?? null,
      paymentCurrency: item.paymentCurrency,
      isNativeCurrency: item.isNativeCurrency,
      destination: destinations[0] ?? null,
      ...common,
    }
  }
  return {
    paymentType: 'batch',
    payees: items.map(({ payee }) => payee),
    amounts,
    paymentCurrencies: items.map(({ paymentCurrency }) => paymentCurrency),
    isNativeCurrency: items.map(({ isNativeCurrency }) => isNativeCurrency),
    destinations,
    ...common,
  }
}

/** Describes the link that pays a combined payout. It shows other payouts too, so only the merchant's own server receives its token. */
function describeCombined(
  config: Pick<Config, 'payUrl'>,
  { combinedInto, isMerchant }: StoredSecurePayment,
  now: Date,
): Pick<SecurePayment, 'combinedInto'> {
  if (combinedInto === null) return {}
  const { token } = combinedInto
  const link = { token, securePaymentUrl: securePaymentUrl(config, token) }
  return { combinedInto: { status: statusAt(combinedInto, now), ...(isMerchant && link) } }
}

/** Describes the ways to pay a request that accepts several currencies; an empty object for other payments. */
function describeOptions(
  config: Pick<Config, 'networks'>,
  stored: StoredSecurePayment,
): Pick<SecurePayment, 'options'> {
  const { options, optionRates } = stored
  if (options.length === 0) return {}
  return {
    options: options.map((option, index) => {
      const { symbol, currency, isNative } = getCurrency(option.payment_currency)
      return {
        option: currency.id,
        chain: describeChain(config, option.network),
        payee: option.payee,
        symbol,
        decimals: currency.decimals,
        tokenAddress: option.token_address,
        isNativeCurrency: isNative,
        paymentReference: option.payment_reference,
        conversion: estimateRest(stored, option, optionRates[index] ?? null),
        ...quotedOf(stored, option),
      }
    }),
  }
}

function describeMerchant(
  { merchantName, verifiedDomain, branding }: StoredSecurePayment,
  look: PaymentBranding | null,
): SecurePayment['merchant'] {
  return {
    name: merchantName,
    logoUrl: look?.logoPath ?? null,
    ...contactsOf(branding),
    termsUrl: look?.termsPath ?? null,
    privacyUrl: look?.privacyPath ?? null,
    verifiedDomain,
  }
}

/**
 * Lists all inputs of `describeSecurePayment` except the host's settings and the time of day: equal facts give equal output.
 */
export function factsOf(stored: StoredSecurePayment, now: Date): Facts {
  const { payments, pending, refunds } = stored
  const isMoving = payments.length + pending.length + refunds.length > 0
  return {
    ...stored,
    // The head determines the confirmations of transactions; without a transaction, a new block changes nothing.
    heads: isMoving ? stored.heads : null,
    status: statusAt(stored.securePayment, now),
    // A Safe that waits for its signers needs no fact: the response is then a problem, which is not cached.
    isLocked: stored.lastAttempt !== null && isLive(stored.lastAttempt, now),
  }
}

/** Returns a secure payment's status at a given time; past its end, the payment is expired, regardless of its stored status. */
export function statusAt(
  row: Pick<Row<'secure_payments'>, 'status' | 'expires_at'>,
  now: Date,
): SecurePayment['status'] {
  if (row.status !== 'pending') return row.status
  return row.expires_at <= now.toISOString() ? 'expired' : 'pending'
}

/** Returns the payee destination that a request names; null if it names none. */
export function describeDestination({
  destination_id,
  network,
}: Pick<StoredItem, 'destination_id' | 'network'>) {
  if (destination_id === null) return null
  const destination = parseDestinationId(destination_id)
  return {
    destinationId: destination.destinationId,
    payeeAddress: destination.humanReadableInteropAddress,
    tokenAddress: destination.tokenAddress,
    walletAddress: destination.walletAddress,
    network,
  }
}

/** A payment outlives the service's settings, so a network that is no longer served is still described. */
function describeChain(
  config: Pick<Config, 'networks'>,
  networkId: string,
): SecurePayment['chain'] {
  const served = findServedNetwork(config, networkId)
  const network: Network = served?.network ?? getNetwork(networkId)
  return {
    id: network.id,
    name: network.name,
    chainId: network.chainId,
    isTestnet: network.isTestnet,
    isLocal: network.isLocal,
    explorerUrl: network.explorerUrl,
    rpcUrl: served?.publicRpcUrl ?? null,
    nativeCurrency: {
      symbol: network.nativeCurrency.symbol,
      decimals: network.nativeCurrency.decimals,
    },
  }
}

type Observed = { request_id: string; network: string; tx_hash: string; block_number: bigint }

/** Describes a transaction of the payment: its amount in decimals, and its depth. */
function createDescribe(
  config: Pick<Config, 'networks'>,
  stored: StoredSecurePayment,
): (
  one: Observed,
  money: { units: string; decimals: number },
  rest: Pick<ObservedTransaction, 'status' | 'timestamp' | 'paid'>,
) => ObservedTransaction {
  return (one, { units, decimals }, rest) => {
    const served = findServedNetwork(config, one.network)
    const network = served?.network ?? getNetwork(one.network)
    const required = (served?.finality ?? network.finality).depth
    const head = stored.heads[one.network] ?? one.block_number
    const depth = Number(head - one.block_number)
    const isConfirmed = rest.status === 'confirmed'
    return {
      requestId: one.request_id,
      txHash: one.tx_hash,
      amount: formatAmount(BigInt(units), decimals),
      confirmations: isConfirmed ? Math.max(depth, required) : Math.max(depth, 0),
      requiredConfirmations: required,
      explorerUrl: explorerTransactionUrl(network, one.tx_hash),
      ...rest,
    }
  }
}

function describeTransactions(
  config: Pick<Config, 'networks'>,
  stored: StoredSecurePayment,
): ObservedTransaction[] {
  const describe = createDescribe(config, stored)
  const money = (units: string, requestId: string) => ({
    units,
    decimals: decimalsOf(stored, requestId),
  })
  return [
    ...stored.payments.map((payment) =>
      describe(payment, money(payment.request_units, payment.request_id), {
        status: 'confirmed',
        timestamp: payment.block_time,
        ...describePaid(stored, payment),
      }),
    ),
    ...stored.pending.map((payment) =>
      describe(payment, money(payment.request_units ?? payment.amount_units, payment.request_id), {
        status: 'confirming',
        timestamp: null,
      }),
    ),
  ]
}

/** Describes the part of the amount that a payment paid, in the currency that was paid: without a fee on top of the amount. */
function describePaid(
  { requests }: StoredSecurePayment,
  payment: Row<'payments'>,
): Pick<ObservedTransaction, 'paid'> {
  const request = requests.find(({ id }) => id === payment.request_id)
  const found = findCurrency(payment.payment_currency)
  if (request === undefined || found === undefined) return {}
  const units = countParts(request, {
    amountUnits: BigInt(payment.credited_units),
    feeUnits: BigInt(payment.fee_units),
    feeAddress: payment.fee_address,
  })
  const amount = formatAmount(units, found.currency.decimals)
  return { paid: { amount, currency: payment.payment_currency, symbol: found.symbol } }
}

/** Describes the refund transactions; an empty object if there are none. */
function describeRefunds(
  config: Pick<Config, 'networks'>,
  stored: StoredSecurePayment,
): Pick<SecurePayment, 'refunds'> {
  if (stored.refunds.length === 0) return {}
  const describe = createDescribe(config, stored)
  return {
    refunds: stored.refunds.map((one) => {
      const { currency, symbol } = getCurrency(one.currency)
      const seen = describe(
        one,
        { units: one.units, decimals: currency.decimals },
        {
          status: one.block_time === null ? 'confirming' : 'confirmed',
          timestamp: one.block_time,
        },
      )
      return { ...seen, currency: currency.id, symbol }
    }),
  }
}

function decimalsOf(stored: StoredSecurePayment, requestId: string): number {
  const request = stored.requests.find(({ id }) => id === requestId)
  return request === undefined ? 0 : settlementDecimals(request)
}

/** Describes an attempt without its full id, because any page with that id can control the attempt. */
function describeAttempt(attempt: Row<'attempts'> | null, now: Date): SecurePayment['lastAttempt'] {
  if (attempt === null) return null
  return {
    attemptPrefix: attempt.id.slice(0, ATTEMPT_PREFIX_LENGTH),
    phase: attemptPhaseSchema.parse(attempt.phase),
    wallet: maskWallet(attempt.wallet),
    txHash: attempt.tx_hash,
    createdAt: attempt.created_at,
    updatedAt: attempt.updated_at,
    leaseUntil: attempt.lease_until,
    isLive: isLive(attempt, now),
  }
}
