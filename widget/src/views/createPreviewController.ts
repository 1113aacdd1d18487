import type { Controller } from '../controller.ts'
import type { Actions, Model } from '../model.ts'

/** Creates a controller that shows one model and records the payer's actions, for previews and view tests. */
export function createPreviewController(
  first: Model,
): Controller & { readonly pressed: string[]; show(model: Model): void } {
  const listeners = new Set<Parameters<Controller['subscribe']>[0]>()
  const pressed: string[] = []
  const press =
    (name: string) =>
    (...params: unknown[]): void => {
      pressed.push([name, ...params.map((param) => JSON.stringify(param))].join(' '))
    }
  const actions: Actions = {
    connect: press('connect'),
    selectOption: press('selectOption'),
    pay: press('pay'),
    back: press('back'),
    retry: press('retry'),
    checkAgain: press('checkAgain'),
    discardAttempt: press('discardAttempt'),
    disconnect: press('disconnect'),
    takeOver: press('takeOver'),
    refresh: press('refresh'),
  }
  let model = first
  return {
    pressed,
    actions,
    get model() {
      return model
    },
    show(next) {
      const from = model.state
      model = next
      const signal = { type: 'statechange', from, to: next.state, reason: 'preview' } as const
      for (const listener of listeners) listener(model, from === next.state ? null : signal)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async load() {
      for (const listener of listeners) listener(model, null)
    },
    preload() {},
    dispose() {
      listeners.clear()
    },
  }
}
