import { direct } from './direct.ts'
import type { BankPayoutPlan } from './plan.ts'
import { defineWay, type RequestWay } from './way.ts'

/**
 * A direct payment to an offramp provider, which starts once the whole amount has arrived. A bridge delivers less than was sent, by an
 * amount that is not known in advance, so no bridge can carry it.
 */
export const bankPayout: RequestWay<BankPayoutPlan> = defineWay({
  ...direct,
  id: 'bank_payout',
  terms: (_plan, facts) => facts,
  describe: () => ({
    ...direct.describe({ way: 'direct' }),
    isCryptoToFiat: true,
    bridging: 'not_to_fiat',
    isBatchable: false,
  }),
})
