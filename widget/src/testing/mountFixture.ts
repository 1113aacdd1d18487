import { expect } from 'vitest'
import { defineSecurePayment } from '../define.ts'
import type { Model } from '../model.ts'
import { SecurePayment } from '../secure-payment.ts'
import { createPreviewController } from '../views/createPreviewController.ts'
import { FIXTURE_TIME_MS } from '../views/fixturePayments.ts'
import { fixtureAttributes, fixtures } from '../views/fixtures.ts'

/** An element in the page that shows a fixture, with functions that change it. */
export type MountedFixture = {
  readonly element: SecurePayment
  readonly root: ShadowRoot
  /** The payer's actions. */
  readonly pressed: readonly string[]
  show(model: Model): Promise<void>
}

/**
 * Inserts an element into the page's `main` that shows the given model, or by default the named fixture. Undo with
 * `element.remove()`.
 */
export async function mountFixture(
  name: string,
  options: { model?: Model; attributes?: Readonly<Record<string, string>> } = {},
): Promise<MountedFixture> {
  const model = options.model ?? findFixture(name)
  const preview = createPreviewController(model)
  SecurePayment.controllerFactory = () => preview
  defineSecurePayment()
  const element = document.createElement('secure-payment')
  const attributes = {
    token: name,
    'api-base': 'https://api.example',
    'pay-url': 'https://pay.example/',
    'return-url': 'https://shop.example/order/142',
    ...fixtureAttributes[name],
    ...options.attributes,
  }
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  findMain().append(element)
  await settle(element, model)
  const root = element.shadowRoot
  if (!root) throw new Error('The element has no shadow tree.')
  return {
    element,
    root,
    pressed: preview.pressed,
    async show(next) {
      preview.show(next)
      await settle(element, next)
    },
  }
}

/** Finds a fixture by its name. Throws if there is none. */
export function findFixture(name: string): Model {
  const model = fixtures[name]
  if (!model) throw new Error(`There is no fixture ${name}.`)
  return model
}

/** The fixtures' current time, for a spy on `Date.now`. */
export { FIXTURE_TIME_MS }

/** Waits until the element has replaced the placeholder with the model's screen, then ends its animations. */
async function settle(element: SecurePayment, model: Model): Promise<void> {
  await element.updateComplete
  const isPlaceholder = (): boolean =>
    element.shadowRoot?.querySelector('.skeleton.choices') !== null
  if (model.state !== 'loading') await expect.poll(isPlaceholder, { interval: 5 }).toBe(false)
  const animations = element.shadowRoot?.getAnimations() ?? []
  for (const animation of animations) {
    if (animation.effect?.getComputedTiming().iterations === 1) animation.finish()
  }
}

/** Returns the `main` of a page that stands for a shop's. */
function findMain(): HTMLElement {
  document.documentElement.lang = 'en'
  document.title = 'Checkout'
  const found = document.querySelector('main')
  if (found) return found
  const main = document.createElement('main')
  const heading = document.createElement('h1')
  heading.textContent = 'Checkout'
  main.append(heading)
  document.body.append(main)
  return main
}
