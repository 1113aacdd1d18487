import type { Cost, PaymentItem, PaymentMetadata } from '../../model.ts'

/** A receipt as the payer can keep it. Amounts are decimal strings, times ISO. */
export type Receipt = {
  readonly version: 1
  readonly token: string
  readonly status: string
  /** `pay` is a payout. */
  readonly flow: PaymentMetadata['flow']
  readonly merchant: string | null
  readonly reference: string | null
  readonly network: { readonly id: string; readonly name: string; readonly chainId: number }
  readonly paidAt: string | null
  readonly items: readonly {
    readonly requestId: string
    readonly payee: string
    readonly amount: string
    /** Of the amount: the invoice currency's id. */
    readonly currency: string
    /** What it was paid in; the same unless it was converted. */
    readonly paymentCurrency: string
    readonly symbol: string
    readonly fee: string | null
    /** What left the wallet for it, fee included and network costs not; null where the service does not tell. */
    readonly spent: Cost | null
    readonly paymentReference: string
  }[]
  readonly transactions: readonly { readonly hash: string; readonly explorerUrl: string | null }[]
}

/** The receipt of a payment, from what the service says. */
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
      spent: findSpent(item),
      paymentReference: item.paymentReference,
    })),
    transactions: payment.transactions.map(({ txHash, explorerUrl }) => ({
      hash: txHash,
      explorerUrl,
    })),
  }
}

/** What an item took from the wallet, fee included, by the service's word; null where it does not tell. */
export function findSpent({ amountSpent, conversion, symbol }: PaymentItem): Cost | null {
  return amountSpent === null ? null : { amount: amountSpent, symbol: conversion?.symbol ?? symbol }
}
