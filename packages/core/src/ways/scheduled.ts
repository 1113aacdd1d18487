import { direct } from './direct.ts'
import type { ScheduledPlan } from './plan.ts'
import { defineWay, type RequestWay } from './way.ts'

/** A direct payment that a recurring payout makes on schedule. Money that arrives in another way counts too. */
export const scheduled: RequestWay<ScheduledPlan> = defineWay({
  ...direct,
  id: 'scheduled',
  terms: (_plan, facts) => facts,
  describe: () => ({ ...direct.describe({ way: 'direct' }), isScheduled: true }),
})
