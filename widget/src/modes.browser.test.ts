import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SecurePayment } from './secure-payment.ts'
import {
  FIXTURE_TIME_MS,
  findFixture,
  type MountedFixture,
  mountFixture,
} from './testing/mountFixture.ts'

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
})

afterEach(() => {
  document.body.replaceChildren()
  document.adoptedStyleSheets = []
  vi.restoreAllMocks()
})

const SHOW = { interval: 10 }

/** Returns a page that is long enough to scroll, with an element in a dialog and a button before it. */
async function mountIn(mode: string, name = 'review', attributes: Record<string, string> = {}) {
  const opener = document.createElement('button')
  opener.textContent = 'Checkout'
  const space = document.createElement('div')
  space.style.blockSize = '200vh'
  document.body.append(opener, space)
  const mounted = await mountFixture(name, { attributes: { mode, ...attributes } })
  opener.onclick = () => mounted.element.show()
  return { ...mounted, opener }
}

const dialogOf = ({ root }: Pick<MountedFixture, 'root'>) => root.querySelector('dialog')
const isModal = (mounted: Pick<MountedFixture, 'root'>) =>
  dialogOf(mounted)?.matches(':modal') ?? false
const focused = (element: SecurePayment) => element.shadowRoot?.activeElement ?? null

function hear(element: SecurePayment): string[] {
  const heard: string[] = []
  for (const name of ['sp-before-hide', 'sp-after-show', 'sp-after-hide'] as const) {
    element.addEventListener(name, () => heard.push(name))
  }
  return heard
}

describe('the modal mode', () => {
  test('the modal mode occupies no space, opens on top with focus on its heading, and restores the focus on Escape', async () => {
    const mounted = await mountIn('modal')
    const { element, opener } = mounted
    const heard = hear(element)
    await expect.poll(() => dialogOf(mounted), SHOW).not.toBeNull()
    expect(element.getBoundingClientRect().height).toBe(0)
    expect(isModal(mounted)).toBe(false)

    opener.focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => isModal(mounted), SHOW).toBe(true)
    expect(element.hasAttribute('open')).toBe(true)
    expect(focused(element)?.id).toBe('heading')
    await expect.poll(() => heard, SHOW).toEqual(['sp-after-show'])

    await userEvent.keyboard('{Escape}')
    await expect
      .poll(() => heard, SHOW)
      .toEqual(['sp-after-show', 'sp-before-hide', 'sp-after-hide'])
    expect(isModal(mounted)).toBe(false)
    expect(element.hasAttribute('open')).toBe(false)
    expect(document.activeElement).toBe(opener)
  })

  test('the modal mode prevents the page from scrolling without moving it, and restores its styles', async () => {
    await page.viewport(800, 600)
    const mounted = await mountIn('modal')
    await expect.poll(() => dialogOf(mounted), SHOW).not.toBeNull()
    const before = {
      left: mounted.opener.getBoundingClientRect().left,
      sheets: document.adoptedStyleSheets.length,
    }
    mounted.element.show()
    await expect.poll(() => isModal(mounted), SHOW).toBe(true)
    expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden')
    expect(getComputedStyle(document.body).position).toBe('static')
    expect(mounted.opener.getBoundingClientRect().left).toBe(before.left)
    mounted.element.remove()
    expect(getComputedStyle(document.documentElement).overflowY).toBe('visible')
    expect(document.adoptedStyleSheets).toHaveLength(before.sheets)
    document.body.append(mounted.element)
    // The page's `open` decides: an element that returns to the page opens its dialog again.
    await expect.poll(() => isModal(mounted), SHOW).toBe(true)
  })

  test('the modal mode closes with its button and its backdrop, unless the page cancels it', async () => {
    const mounted = await mountIn('modal', 'review', { open: '' })
    const { element, root } = mounted
    await expect.poll(() => isModal(mounted), SHOW).toBe(true)
    element.addEventListener('sp-before-hide', (event) => event.preventDefault(), { once: true })
    const press = (part: string) => root.querySelector<HTMLElement>(`[part~="${part}"]`)?.click()
    press('close-button')
    await element.updateComplete
    expect(isModal(mounted)).toBe(true)
    press('close-button')
    await expect.poll(() => isModal(mounted), SHOW).toBe(false)
    element.show()
    await expect.poll(() => isModal(mounted), SHOW).toBe(true)
    press('backdrop')
    await expect.poll(() => isModal(mounted), SHOW).toBe(false)
  })

  test('the modal mode stays open when the payer cancels a file picker in one of the page’s slots', async () => {
    const mounted = await mountIn('modal', 'review', { open: '' })
    const file = document.createElement('input')
    file.type = 'file'
    file.slot = 'summary'
    mounted.element.append(file)
    await expect.poll(() => isModal(mounted), SHOW).toBe(true)
    const heard = hear(mounted.element)
    // According to the HTML standard, the browser dispatches this event when a file picker is cancelled.
    file.dispatchEvent(new Event('cancel', { bubbles: true }))
    await mounted.element.updateComplete
    expect(isModal(mounted)).toBe(true)
    expect(heard).not.toContain('sp-before-hide')
  })

  test('the modal mode shows a notice before closing while a wallet request is pending, and cancels nothing', async () => {
    const mounted = await mountIn('modal', 'signing', { open: '' })
    const { element, root } = mounted
    await expect.poll(() => isModal(mounted), SHOW).toBe(true)
    element.hide()
    await expect
      .poll(() => root.querySelector('.closing')?.textContent, SHOW)
      .toContain('MetaMask still waits for your answer. Closing this does not cancel the payment.')
    expect(isModal(mounted)).toBe(true)
    element.hide()
    await expect.poll(() => isModal(mounted), SHOW).toBe(false)
    expect(mounted.pressed).toEqual([])
    expect(element.state).toBe('signing')
    await mounted.show(findFixture('succeeded'))
    element.show()
    await expect.poll(() => isModal(mounted), SHOW).toBe(true)
    expect(root.querySelector('.closing')).toBeNull()
    expect(root.querySelector('[part~="success"]')).not.toBeNull()
  })
})

describe('the button mode', () => {
  test('the button mode shows the amount, opens the dialog, and does nothing while disabled', async () => {
    const mounted = await mountIn('button')
    const { element, root } = mounted
    const trigger = () => root.querySelector<HTMLButtonElement>('[part~="trigger"]')
    await expect.poll(() => trigger()?.textContent?.trim(), SHOW).toBe('Pay 10.02\u00a0USDC')
    element.disabled = true
    await element.updateComplete
    expect(trigger()?.disabled).toBe(true)
    element.show()
    expect(element.open).toBe(false)
    element.disabled = false
    await element.updateComplete
    trigger()?.click()
    await expect.poll(() => isModal(mounted), SHOW).toBe(true)
    await mounted.show(findFixture('succeeded'))
    expect(trigger()?.textContent?.trim()).toBe('Paid')
  })

  test('a trigger of the page opens the dialog', async () => {
    const mounted = await mountIn('button')
    const own = document.createElement('button')
    own.slot = 'trigger'
    mounted.element.append(own)
    await expect.poll(() => dialogOf(mounted), SHOW).not.toBeNull()
    own.click()
    await expect.poll(() => isModal(mounted), SHOW).toBe(true)
  })
})

test('An unknown mode shows the card inline', async () => {
  const mounted = await mountIn('popup')
  expect(mounted.root.querySelector('[part="base"]')).not.toBeNull()
  expect(dialogOf(mounted)).toBeNull()
  mounted.element.show()
  expect(mounted.element.open).toBeFalsy()
  mounted.element.mode = 'modal'
  await expect.poll(() => dialogOf(mounted), SHOW).not.toBeNull()
  mounted.element.show()
  await expect.poll(() => isModal(mounted), SHOW).toBe(true)
  mounted.element.mode = 'inline'
  await expect.poll(() => dialogOf(mounted), SHOW).toBeNull()
  expect(getComputedStyle(document.documentElement).overflowY).toBe('visible')
})

describe('the element in a form', () => {
  async function mountForm(name = 'review') {
    const form = document.createElement('form')
    const fieldset = document.createElement('fieldset')
    form.append(fieldset)
    const mounted = await mountFixture(name, { attributes: { name: 'payment', required: '' } })
    const label = document.createElement('label')
    label.textContent = 'Payment'
    label.htmlFor = mounted.element.id = 'payment'
    fieldset.append(label, mounted.element)
    document.body.append(form)
    await mounted.element.updateComplete
    return { ...mounted, form, fieldset, label }
  }
  const sent = (form: HTMLFormElement) => new FormData(form).get('payment')

  test('the element has the properties of a form control', async () => {
    const { element, form, label } = await mountForm()
    expect(element.form).toBe(form)
    expect([...element.labels]).toEqual([label])
    expect([element.willValidate, element.validity.valueMissing, element.checkValidity()]).toEqual([
      true,
      true,
      false,
    ])
    expect(element.validationMessage).not.toBe('')
  })

  test('the browser points at the element’s heading, without an error in the console', async () => {
    const complaint = vi.spyOn(console, 'error')
    const { element } = await mountForm()
    expect(element.reportValidity()).toBe(false)
    expect(document.activeElement).toBe(element)
    expect(focused(element)?.id).toBe('heading')
    expect(complaint).not.toHaveBeenCalled()
  })

  test('a closed dialog opens when the browser would point at it', async () => {
    const { element, root, form } = await mountForm()
    element.mode = 'modal'
    await expect.poll(() => dialogOf({ root }), SHOW).not.toBeNull()
    expect(form.reportValidity()).toBe(false)
    await expect.poll(() => isModal({ root }), SHOW).toBe(true)
  })

  test('a disabled fieldset allows no input, and submits nothing', async () => {
    const { element, root, form, fieldset, pressed } = await mountForm()
    fieldset.disabled = true
    await element.updateComplete
    expect(element.matches(':disabled')).toBe(true)
    expect(root.querySelector<HTMLElement>('.screen')?.inert).toBe(true)
    element.pay()
    element.connect('x')
    expect(pressed).toEqual([])
    expect(sent(form)).toBeNull()
    fieldset.disabled = false
    await element.updateComplete
    element.pay()
    expect(pressed).toEqual(['pay'])
  })

  test('a reset does not undo a payment', async () => {
    const { element, form, show } = await mountForm()
    expect(sent(form)).toBeNull()
    await show(findFixture('succeeded'))
    expect([sent(form), form.checkValidity()]).toEqual(['review', true])
    form.reset()
    expect([sent(form), element.value, form.checkValidity()]).toEqual(['review', 'review', true])
  })
})

describe('the page’s switches', () => {
  test('the page’s switches omit the receipt and the transactions', async () => {
    const paid = await mountFixture('succeeded', { attributes: { 'without-receipt': '' } })
    expect(paid.root.querySelector('[part="receipt"]')).toBeNull()
    expect(paid.root.querySelectorAll('button')).toHaveLength(0)
    expect(await paid.element.receipt('json')).toContain('"version": 1')
    const review = await mountFixture('review', { attributes: { 'without-advanced': '' } })
    expect(review.root.querySelector('[part="details"]')).toBeNull()
  })
})
