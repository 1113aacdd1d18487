import { loadPart } from '../loadPart.ts'
import type { Shared } from '../machine/state.ts'
import { choosePlan } from '../plan.ts'
import type { Rail } from '../steps/rail.ts'
import { evm } from './evm.ts'

/** Chooses the rail of a payment: that of its verified transactions, or of the chosen option. Only this function chooses. */
export async function railOf({ payment, options, optionId, verified }: Shared): Promise<Rail> {
  const option = options.find(({ id }) => id === optionId)
  const plan = verified?.bridge?.plan ?? (payment && choosePlan(payment.plan, option))
  switch (plan?.rail) {
    case undefined:
    case 'evm':
      return evm
    case 'bridge':
      return (await loadPart('bridge', () => import('./bridge.ts'))).createBridge(plan)
    case 'tron':
      return (await loadPart('tron', () => import('./tron.ts'))).tron
    default:
      return plan satisfies never
  }
}
