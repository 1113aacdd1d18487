import { createActions } from './actions.ts'
import { SpBeforeConnectEvent, SpBeforePayEvent } from './events.ts'
import type { Actions, Model } from './model.ts'

/** Returns the payer's actions; the page's listeners can cancel `connect` and `pay`. Without `actions`, nothing happens. */
export function guardActions(
  element: EventTarget,
  actions: Actions = IDLE_ACTIONS,
  calls: { readonly model: () => Model; readonly onConnect: (walletId: string) => void },
): Actions {
  return {
    ...actions,
    connect: (walletId) => {
      if (!element.dispatchEvent(new SpBeforeConnectEvent({ walletId }))) return
      calls.onConnect(walletId)
      actions.connect(walletId)
    },
    pay: () => askPage(element, actions, calls.model),
  }
}

function askPage(element: EventTarget, actions: Actions, model: () => Model): void {
  const { options, optionId, account, review } = model()
  const option = options.find(({ id }) => id === optionId) ?? null
  const event = new SpBeforePayEvent({ option, account, steps: review?.steps ?? [] })
  if (!element.dispatchEvent(event)) return
  if (event.promises.length === 0) {
    actions.pay()
    return
  }
  Promise.all(event.promises).then(
    // The review may have changed by that time, and the payer has not pressed Pay on the new one.
    () => model().review === review && actions.pay(),
    () => {}, // The page's promise rejected.
  )
}

const IDLE_ACTIONS = createActions(() => {})
