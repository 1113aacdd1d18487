import { readTransfers } from '../../machine/findTransfer.ts'
import { paidSymbol } from '../../paidCurrency.ts'
import type { PaymentItem, PaymentMetadata, PaymentTransaction } from '../../paymentMetadata.ts'
import type { Cost } from '../../payOption.ts'
import { refundedSymbol } from '../../refundedSymbol.ts'
import { type Order, readOrder } from '../../steps/readOrder.ts'

/** A receipt that the payer can save. Amounts are decimal strings, and times are ISO 8601. */
export type Receipt = {
  readonly version: 1
  readonly token: string
  readonly status: string
  /** `pay` is a payout. */
  readonly flow: PaymentMetadata['flow']
  readonly merchant: string | null
  readonly reference: string | null
  /** The merchant's order; null if the merchant stated none. */
  readonly order: Order | null
  readonly network: { readonly id: string; readonly name: string; readonly chainId: number }
  readonly paidAt: string | null
  readonly items: readonly {
    readonly requestId: string
    readonly payee: string
    readonly amount: string
    /** The id of the invoice currency, in which `amount` is stated. */
    readonly currency: string
    /** The id of the payment currency; equals `currency` unless the amount was converted. */
    readonly paymentCurrency: string
    readonly symbol: string
    readonly fee: string | null
    /** Recipient of the fee; null if there is none. */
    readonly feeAddress: string | null
    /** `payee` if the fee is part of `amount`; null without a fee. */
    readonly feeBearer: 'payer' | 'payee' | null
    /**
     * The amount that left the wallet, with the fee and without network costs; null if the service does not return it.
     */
    readonly spent: Cost | null
    readonly paymentReference: string
  }[]
  /** The transactions on `network` that paid the item. */
  readonly transactions: readonly {
    readonly hash: string
    readonly explorerUrl: string | null
    readonly requestId: string
    /** The amount that counts towards the item, in the item's currency. */
    readonly amount: string
    readonly timestamp: string | null
  }[]
  /** The refunds that count, each in the currency that was paid. */
  readonly refunds: readonly (Receipt['transactions'][number] & { readonly symbol: string })[]
  /** The amounts that left the payer's wallet on other networks; empty unless the payment came over a bridge. */
  readonly sources: readonly ReceiptSource[]
}

/** A payment that a payer sent on another network, and its outcome. */
export type ReceiptSource = {
  /** Id and chainId are null if the service does not return them. */
  readonly network: {
    readonly id: string | null
    readonly name: string
    readonly chainId: number | null
  }
  readonly hash: string
  readonly explorerUrl: string | null
  /** The bridge's page; null if unknown. */
  readonly bridgeUrl: string | null
  /** The amount that left the wallet, including the bridge's fee; null if unknown. */
  readonly sent: Cost | null
  /** The bridge's fee; null if unknown. */
  readonly bridgeFee: Cost | null
  /** The hash of the transaction that delivered the money on the payment's network; null if unknown. */
  readonly arrivalHash: string | null
}

/** Returns a payment's receipt, from the service's data. */
export function createReceipt(payment: PaymentMetadata, merchantName: string | null): Receipt {
  const { chain } = payment
  const lastSeen = payment.transactions.at(-1)?.timestamp ?? null
  return {
    version: 1,
    token: payment.token,
    status: payment.status,
    flow: payment.flow,
    merchant: merchantName ?? payment.merchant.name,
    reference: payment.reference,
    order: readOrder(payment),
    network: { id: chain.id, name: chain.name, chainId: chain.chainId },
    paidAt: payment.completedAt ?? lastSeen,
    items: payment.items.map((item) => ({
      requestId: item.requestId,
      payee: item.payee,
      amount: item.amount,
      currency: item.invoiceCurrency ?? item.paymentCurrency,
      paymentCurrency: item.paymentCurrency,
      symbol: item.symbol,
      fee: item.fee?.amount ?? null,
      feeAddress: item.fee?.address ?? null,
      feeBearer: item.fee && (item.fee.bearer ? 'payee' : 'payer'),
      spent: findSpent(item),
      paymentReference: item.paymentReference,
    })),
    transactions: payment.transactions.map(describeTransaction),
    refunds: (payment.refunds ?? [])
      .filter(({ status }) => status === 'confirmed')
      .flatMap((one) => {
        const item = payment.items.find(({ requestId }) => requestId === one.requestId)
        if (!item) return []
        return { ...describeTransaction(one), symbol: refundedSymbol(one, item) }
      }),
    sources: findSources(payment),
  }
}

function describeTransaction(one: PaymentTransaction): Receipt['transactions'][number] {
  const { txHash: hash, explorerUrl, requestId, amount, timestamp } = one
  return { hash, explorerUrl, requestId, amount, timestamp }
}

/** Finds the payments over a bridge that count, oldest first. */
export function findSources(payment: PaymentMetadata): readonly ReceiptSource[] {
  return readTransfers(payment)
    .filter(({ isCounted }) => isCounted)
    .map((one) => {
      const cost = (amount: string | null | undefined): Cost | null =>
        amount ? { amount, symbol: one.token } : null
      const { id = null, name = one.chain, chainId = null } = one.sourceNetwork ?? {}
      return {
        network: { id, name, chainId },
        hash: one.txHash,
        explorerUrl: one.transactionUrl ?? null,
        bridgeUrl: one.explorerUrl,
        sent: cost(one.sourceAmount),
        bridgeFee: cost(one.bridgeFee),
        arrivalHash: one.settledTxHash,
      }
    })
}

/** Returns whether bridges carried all that was paid: what left the wallet is then the amounts of the sources, not of the items. */
export function isCarried(sources: readonly unknown[], transactions: readonly unknown[]): boolean {
  return sources.length > 0 && sources.length >= transactions.length
}

/**
 * Finds the amount that left the wallet for an item, fee included, according to the service; null if it does not return it.
 */
export function findSpent(item: PaymentItem): Cost | null {
  return item.amountSpent === null ? null : { amount: item.amountSpent, symbol: paidSymbol(item) }
}
