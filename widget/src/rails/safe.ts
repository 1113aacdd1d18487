import type { PayParts } from '../steps/pay.ts'

/** Payments of a Safe, on any EVM rail: the wallet receives a proposal to its signers, and returns no transaction. */
export const safe: PayParts = {
  async loadRequest({ parts }, { separate }) {
    const { proposeCalls, propose } = await parts.calls()
    return separate ? proposeCalls : propose
  },
  // A Safe's signers sign only proposals, no permits.
  canPermit: false,
}
