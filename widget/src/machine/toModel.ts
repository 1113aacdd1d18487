import type { Model, StateName, StepView } from '../model.ts'
import { HOLDING, MAYBE_SENT, type State } from './state.ts'

/** What views see of a state. */
export function toModel(state: State): Model {
  const { name, attemptId, plan, hash, hasSucceeded, autoSelect, run, ...shared } = state
  return { ...shared, state: name, steps: stepViews(state) }
}

function stepViews(state: State): readonly StepView[] {
  const { name, plan } = state
  const isOver = name === 'succeeded' || (name === 'failed' && state.hash !== null)
  if (!HOLDING.has(name) && !MAYBE_SENT.has(name) && !isOver) return []
  const kinds = plan?.kinds ?? (HOLDING.has(name) ? state.review?.steps : undefined) ?? ['pay']
  const all = [...(plan?.needsSwitch ? ['switch' as const] : []), ...kinds] as const
  const list: readonly StepView['kind'][] = [...all, 'confirm', 'settle']
  const active = isShallow(state) ? 'confirm' : ACTIVE_STEP[name]
  const activeIndex =
    active === undefined ? (name === 'succeeded' ? list.length : -1) : list.indexOf(active)
  return list.map((kind, index) => {
    const sent = state.transactions.findLast(
      (one) => one.kind === (kind === 'confirm' ? 'pay' : kind),
    )
    const link = sent === undefined ? {} : { hash: sent.hash, explorerUrl: sent.explorerUrl }
    if (index < activeIndex) return { kind, status: 'done', ...link }
    if (index > activeIndex) return { kind, status: 'waiting' }
    return { kind, status: name === 'failed' ? 'failed' : 'active', ...link }
  })
}

/** The service waits for the network as well: so it is with a transaction that this page did not send. */
function isShallow({ name, confirmations }: State): boolean {
  return (
    name === 'settling' && confirmations !== null && confirmations.current < confirmations.required
  )
}

const ACTIVE_STEP: { readonly [N in StateName]?: StepView['kind'] } = {
  switching: 'switch',
  resetting: 'reset_approval',
  approving: 'approve',
  signing: 'pay',
  broadcasting: 'pay',
  resuming: 'pay',
  unknown: 'pay',
  confirming: 'confirm',
  failed: 'confirm',
  settling: 'settle',
}
