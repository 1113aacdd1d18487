import { anything, boolean, type Check, list, number, optional, shape, text } from '../answer.ts'
import type { Calldata } from '../api.ts'
import type { WireTransaction } from '../review.ts'

/** The maximum number of transactions: a reset and an approval for each token of the largest batch, and its payment. */
const MAX_TRANSACTIONS = 401

const fields = shape({
  to: text,
  data: text,
  value: anything,
  chainId: optional(number),
  chainType: optional(text),
})

const wire: Check<WireTransaction> = (value, path) => {
  const { chainId, chainType, ...transaction } = fields(value, path)
  return {
    ...transaction,
    ...(chainId === null ? {} : { chainId }),
    ...(chainType === null ? {} : { chainType }),
  }
}

const answer = shape({
  transactions: optional(list(wire, MAX_TRANSACTIONS)),
  ERC20ApprovalTransactions: optional(list(wire, MAX_TRANSACTIONS)),
  batchPaymentTransaction: optional(wire),
  signedPayment: anything,
  signedPaymentObstacle: anything,
  metadata: optional(
    shape({
      hasEnoughBalance: optional(boolean),
      hasEnoughGas: optional(boolean),
      sourceAmount: optional(text),
      quoteExpiresAt: optional(number),
      tron: anything,
      permit: anything,
      batchFee: anything,
      quote: anything,
    }),
  ),
})

/** Validates the response to `GET …/pay`, single or batch. Throws InvalidResponseError. */
export function parseCalldata(value: unknown): Calldata {
  const parts = answer(value, '')
  const { transactions, ERC20ApprovalTransactions, batchPaymentTransaction, metadata } = parts
  const batch =
    batchPaymentTransaction === null
      ? []
      : [...(ERC20ApprovalTransactions ?? []), batchPaymentTransaction]
  return {
    transactions: transactions ?? batch,
    hasEnoughBalance: metadata?.hasEnoughBalance ?? null,
    hasEnoughGas: metadata?.hasEnoughGas ?? null,
    sourceAmount: metadata?.sourceAmount ?? null,
    quoteExpiresAt: metadata?.quoteExpiresAt ?? null,
    tron: metadata?.tron,
    permit: metadata?.permit,
    batchFee: metadata?.batchFee,
    quote: metadata?.quote,
    signedPayment: parts.signedPayment,
    signedPaymentObstacle: parts.signedPaymentObstacle,
  }
}
