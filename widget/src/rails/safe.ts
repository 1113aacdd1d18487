import type { PayParts } from '../steps/pay.ts'

/** Payments of a Safe, on any EVM rail: the wallet receives a proposal to its signers, and returns no transaction. */
export const safe: PayParts = {
  loadRequest: async ({ parts }) => (await parts.calls()).propose,
}
