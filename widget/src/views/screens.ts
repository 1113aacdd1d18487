import type { StateName } from '../model.ts'
import { connect } from './connect/connect.ts'
import type { Flow } from './flow.ts'
import { loading } from './loading/loading.ts'
import { isPayout } from './payment.ts'
import { unavailable } from './unavailable/unavailable.ts'
import type { Screen, ViewContext } from './viewContext.ts'

/** A screen with its text in place. */
export type Shown = Pick<Screen, 'id'> & {
  readonly heading: string
  readonly announcement: string
  readonly note: string
  readonly body: () => unknown
}

/**
 * Returns the screen for the model's state. The later screens load with the flow. While the flow loads, the loading screen
 * replaces them.
 */
export function findScreen(context: ViewContext, flow: Flow | null): Shown {
  const { model } = context
  const first =
    context.local.findWay(context) ?? (hasOwnStart(context) ? undefined : FIRST[model.state])
  if (first) return show(first, context, flow?.findNote(context) ?? '')
  return flow?.show(context) ?? show(loading, context, '')
}

/** Returns whether the current screen needs the flow, which also has the text of payouts. */
export function needsFlow(context: Pick<ViewContext, 'model' | 'rail'>): boolean {
  const { model } = context
  return !FIRST[model.state] || model.note !== null || hasOwnStart(context)
}

/** Returns whether the payment has its own first screens, which load with the flow. */
function hasOwnStart({ model, rail }: Pick<ViewContext, 'model' | 'rail'>): boolean {
  return isPayout(model) || rail.isOwnFromStart
}

/** Binds the context's text to a screen. */
export function show<C extends ViewContext>(screen: Screen<C>, context: C, note: string): Shown {
  const heading = screen.heading(context)
  const said = screen.announcement?.(context) ?? heading
  const announcement = [said, note].filter(Boolean).join('. ').replaceAll('..', '.')
  return { id: screen.id, heading, announcement, note, body: () => screen.body(context) }
}

/** The screens that a payer may see before a wallet is chosen. */
const FIRST: Readonly<Partial<Record<StateName, Screen>>> = {
  idle: loading,
  loading,
  unavailable,
  connect,
}
