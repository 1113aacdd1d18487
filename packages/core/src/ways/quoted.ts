import type { Network } from '../networks/network.ts'
import { verifyCalldata, verifyTronSteps } from '../verify/index.ts'
import { direct } from './direct.ts'
import type { QuotedPlan } from './plan.ts'
import { tron } from './tron.ts'
import { defineWay, type RequestWay } from './way.ts'

/**
 * One plain payment, on EVM networks and on Tron, of an amount that the host fixed in the payment currency. `terms` contain that amount and
 * its fee, so `steps` and `verify` treat the payment as a direct one. The request's own amount is in the invoice currency, so the value
 * of an event depends on the quotes.
 *
 * `steps` and `settle` throw as `direct` and `tron` do.
 */
export const quoted: RequestWay<QuotedPlan> = defineWay({
  id: 'quoted',
  terms: (_plan, facts) => facts,
  steps: (network, terms, payer) => {
    const way = isTron(network) ? tron : direct
    return way.steps(network, terms, payer)
  },
  verify: (expected, transactions) =>
    isTron(expected.network)
      ? verifyTronSteps(expected, transactions)
      : verifyCalldata(expected, transactions),
  settle: (terms, log, network, keccak) => {
    const way = isTron(network) ? tron : direct
    const settlement = way.settle(terms, log, network, keccak)
    return settlement.credited ? { credited: true, valuation: 'quote' } : settlement
  },
  describe: ({ pricing }) => ({
    ...direct.describe({ way: 'direct' }),
    settlesIn: 'invoice_currency',
    pricing,
    isBatchable: false,
  }),
})

function isTron({ family }: Pick<Network, 'family'>): boolean {
  return family === 'tron'
}
