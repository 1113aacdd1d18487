import type { StateName, StepView } from '../model.ts'
import { explorerUrl } from './attemptReadings.ts'
import { isApproving, isHolding, isMaybeSent, type State } from './state.ts'

/** Returns the steps of the attempt that is in progress, or was the last one in progress. */
export function stepViews(state: State): readonly StepView[] {
  const { name, plan } = state
  const isOver = (name === 'succeeded' || name === 'failed') && state.hash !== null
  if (!isHolding(state) && !isMaybeSent(state) && !isOver) return []
  const kinds = plan?.kinds ??
    (isHolding(state) ? state.verified.review.steps : undefined) ?? ['pay']
  const before = plan?.needsSwitch ? (['switch'] as const) : []
  const list: readonly StepView['kind'][] = [...before, ...kinds, 'confirm', 'settle']
  const activeIndex = findActive(state, list, before.length)
  return list.map((kind, index) => {
    const cost = state.verified?.review.allowances[index - before.length]
    const step = cost ? { kind, cost } : { kind }
    if (index > activeIndex) return { ...step, status: 'waiting' }
    const link = findLink(state, kind, index - before.length)
    if (index < activeIndex) return { ...step, status: 'done', ...link }
    return { ...step, status: name === 'failed' ? 'failed' : 'active', ...link }
  })
}

/** Returns the index of the active step: -1 before the first step, and the list's length once all steps are done. */
function findActive(state: State, list: readonly StepView['kind'][], offset: number): number {
  const { name } = state
  if (name === 'succeeded') return list.length
  // A kind may occur twice: the plan identifies which approval it is.
  if (isApproving(state)) return offset + state.plan.index
  const isProposed = state.note?.code === 'safe_waiting'
  const active = isProposed ? 'pay' : isShallow(state) ? 'confirm' : ACTIVE_STEP[name]
  return active === undefined ? -1 : list.indexOf(active)
}

function findLink(
  state: State,
  kind: StepView['kind'],
  place: number,
): Pick<StepView, 'hash' | 'explorerUrl'> {
  const isPayment = kind === 'pay' || kind === 'confirm'
  const hash = isPayment
    ? state.transactions.findLast((one) => one.kind === 'pay')?.hash
    : state.plan?.hashes[place]
  return hash === undefined ? {} : { hash, explorerUrl: explorerUrl(state, hash) }
}

/** Returns whether the service still waits for confirmations, even for a transaction that this page did not send. */
function isShallow({ name, confirmations }: State): boolean {
  return (
    name === 'settling' && confirmations !== null && confirmations.current < confirmations.required
  )
}

const ACTIVE_STEP: { readonly [N in StateName]?: StepView['kind'] } = {
  switching: 'switch',
  signing: 'pay',
  broadcasting: 'pay',
  resuming: 'pay',
  unknown: 'pay',
  confirming: 'confirm',
  failed: 'confirm',
  settling: 'settle',
}
