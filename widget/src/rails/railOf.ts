import { loadPart } from '../loadPart.ts'
import type { Shared } from '../machine/state.ts'
import type { PayOption } from '../payOption.ts'
import type { ChosenPlan, ShownPlan } from '../plan.ts'
import type { Rail } from '../steps/rail.ts'
import { createEvm } from './evm.ts'
import { safe } from './safe.ts'

/** Chooses the rail of a payment: that of its verified transactions, or of the chosen option. Only this function chooses. */
export async function railOf(state: Shared): Promise<Rail> {
  const { payment, options, optionId, verified, account } = state
  const option = options.find(({ id }) => id === optionId)
  // The payment may be described in an accepted currency that the payer chose before.
  const shown = option?.bridge?.arrival?.plan ?? payment?.plan
  const plan = verified?.bridge?.plan ?? (shown && choosePlan(shown, option))
  const parts = account?.wallet.kind === 'safe' ? safe : {}
  switch (plan?.rail) {
    case undefined:
    case 'evm':
      return createEvm(parts)
    case 'bridge':
      return (await loadPart('bridge', () => import('./bridge.ts'))).createBridge(plan, parts)
    case 'quotedBridge':
      return (await loadPart('quotedBridge', () => import('./quotedBridge.ts'))).createQuotedBridge(
        plan,
        parts,
      )
    case 'quoted':
      return (await loadPart('quoted', () => import('./quoted.ts'))).createQuoted(parts)
    case 'tron':
      return (await loadPart('tron', () => import('./tron.ts'))).tron
    case 'tronQuoted':
      return (await loadPart('tronQuoted', () => import('./tronQuoted.ts'))).tronQuoted
    default:
      return plan satisfies never
  }
}

/** Returns the way to pay with one of the payment's options. */
function choosePlan(plan: ShownPlan, option: PayOption | undefined): ChosenPlan {
  if (option?.accepted) {
    const isPriced = option.accepted.pricing !== null
    if (option.network === 'tron') return isPriced ? TRON_QUOTED : TRON
    return isPriced ? QUOTED : DIRECT
  }
  if (option?.isQuoted) return QUOTED
  if (option?.route !== 'bridge' || option.bridge === undefined) return plan
  const rail = plan.way === 'direct' ? 'bridge' : 'quotedBridge'
  return { way: 'bridged', rail, option, bridge: option.bridge }
}

const TRON: ShownPlan = { way: 'tron', rail: 'tron' }
const TRON_QUOTED: ShownPlan = { way: 'quoted', rail: 'tronQuoted' }
const QUOTED: ShownPlan = { way: 'quoted', rail: 'quoted' }
/** The EVM rail reads from each payment whether a contract converts it. */
const DIRECT: ShownPlan = { way: 'direct', rail: 'evm' }
