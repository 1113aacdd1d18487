import { expect, type Merchant, test } from './merchant.ts'

/**
 * Counts the actions that jobs on the page need: each press of the mouse button, Enter or Space. Filling in a field is one action,
 * regardless of the text's length.
 */
export async function watchActions({ page: desk, go, heading }: Merchant) {
  await desk.evaluate((property) => {
    const counter = { actions: 0 }
    Reflect.set(window, property, counter)
    let field: EventTarget | undefined
    const capture = { capture: true }
    const press = () => {
      counter.actions += 1
      field = undefined
    }
    addEventListener('pointerdown', press, capture)
    addEventListener('keydown', ({ key }) => ['Enter', ' '].includes(key) && press(), capture)
    addEventListener(
      'input',
      (event) => {
        const [target] = event.composedPath()
        const isText = target instanceof HTMLInputElement && target.type !== 'checkbox'
        if (isText && target !== field) counter.actions += 1
        field = target
      },
      capture,
    )
  }, COUNTER)
  const counter = await desk.evaluateHandle((property) => Reflect.get(window, property), COUNTER)
  const counts = new Map<string, number>()
  return {
    counts,
    /** Does a job from Home, and counts its actions. */
    run: (name: string, job: () => Promise<void>) =>
      test.step(name, async () => {
        await go('Home')
        await expect(heading('Home')).toBeVisible()
        await expect(desk.getByLabel('Find a payment')).toBeVisible()
        await counter.evaluate((one) => Reflect.set(one, 'actions', 0))
        await job()
        counts.set(name, await counter.evaluate((one) => Reflect.get(one, 'actions')))
      }),
  }
}

/** The property on the page's window that holds the counter. */
const COUNTER = 'countedActions'
