import axe from 'axe-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import manifest from '../custom-elements.json' with { type: 'json' }
import type { ControllerOptions } from './controllerOptions.ts'
import { defineSecurePayment } from './define.ts'
import type { SecurePaymentEventMap } from './events.ts'
import type { Model } from './model.ts'
import { withRail } from './rails/pageRailOf.ts'
import { SecurePayment } from './secure-payment.ts'
import { createPreviewController } from './views/createPreviewController.ts'
import { FIXTURE_TIME_MS } from './views/fixturePayments.ts'
import { fixtures } from './views/fixtures.ts'
import { needsFlow } from './views/screens.ts'

const LOGO = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'

type Preview = ReturnType<typeof createPreviewController>

const names = Object.keys(fixtures)
let previews: Preview[] = []
let asked: ControllerOptions[] = []

beforeAll(async () => {
  document.documentElement.lang = 'en'
  document.title = 'Checkout'
  await import('./views/flow.ts')
  SecurePayment.controllerFactory = (options) => {
    asked.push(options)
    const preview = createPreviewController(fixture(options.token))
    previews.push(preview)
    return preview
  }
  defineSecurePayment()
})

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
})

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
  previews = []
  asked = []
})

describe('every state', () => {
  test('The parts match the class comment', async () => {
    const found = new Set<string>()
    for (const name of names) {
      const element = await mount(name, { 'return-url': '/thanks', 'merchant-logo': LOGO })
      for (const details of shadow(element).querySelectorAll('details')) details.open = true
      for (const part of shadow(element).querySelectorAll('[part]')) {
        for (const word of part.getAttribute('part')?.split(' ') ?? []) found.add(word)
      }
      element.remove()
    }
    // Parts of the dialog, branding, a phone's code and refund links, which no state shows by default; their own tests show them.
    const others = [
      'backdrop',
      'close-button',
      'dialog',
      'legal',
      'order',
      'other-tokens',
      'purpose',
      'qr',
      'trigger',
    ]
    for (const part of others) found.add(part)
    expect([...found].sort()).toEqual(documented('cssParts'))
  })
})

describe('a payment that cannot be paid now', () => {
  const shown = (element: SecurePayment, selector: string) =>
    shadow(element).querySelector(selector)

  test.each(['unavailable-not-found', 'unavailable-offline', 'unavailable-rate-limited'])(
    'the state %s is centred, without a placeholder for unknown data',
    async (name) => {
      const element = await mount(name)
      expect(shown(element, '.skeleton')).toBeNull()
      const { top, bottom } = element.getBoundingClientRect()
      const parts = [...shadow(element).querySelectorAll('.lead, .screen .button')]
      const boxes = parts.map((part) => part.getBoundingClientRect())
      const above = Math.min(...boxes.map((box) => box.top)) - top
      const below = bottom - Math.max(...boxes.map((box) => box.bottom))
      expect(Math.abs(above - below)).toBeLessThan((bottom - top) / 4)
      const ordered = boxes.toSorted((a, b) => a.top - b.top)
      const gaps = ordered.slice(1).map((box, index) => box.top - (ordered[index]?.bottom ?? 0))
      for (const gap of gaps) expect(gap).toBeLessThan(64)
    },
  )

  test('The countdown ends at the time that the service returned', async () => {
    const element = await mount('unavailable-rate-limited')
    expect(shown(element, '.button')?.textContent).toContain('Try again in 42 s')
    const model = fixture('unavailable-rate-limited')
    const retryAt = FIXTURE_TIME_MS + 86_400_000
    await show(element, { ...model, unavailable: { reason: 'rate_limited', retryAt } })
    expect(shown(element, '.button')?.textContent?.trim()).toBe('Try again')
  })

  test('The countdown of a payment that another device holds ends with that device’s lease', async () => {
    const model = fixture('locked-device')
    const until = (ms: number) => new Date(FIXTURE_TIME_MS + ms).toISOString()
    const held = (ms: number): Model => ({
      ...model,
      payment: model.payment && {
        ...model.payment,
        lastAttempt: {
          attemptPrefix: null,
          phase: 'signing',
          wallet: '0x12ab…89cd',
          txHash: null,
          createdAt: until(-60_000),
          updatedAt: until(0),
          leaseUntil: until(ms),
        },
      },
    })
    const element = await mount('locked-device')
    await show(element, held(95_000))
    expect(shadow(element).textContent).toContain('Try again in 95 s')
    await show(element, held(0))
    expect(shadow(element).textContent).not.toContain('Try again in')
  })
})

test('Each approval of a batch names its allowance', async () => {
  const labels = [...shadow(await mount('approving-batch')).querySelectorAll('.step-label')]
  expect(labels.slice(0, 2).map((label) => label.textContent)).toEqual([
    'Allow 2,090.50\u00a0USDC (done)',
    'Allow 12.02\u00a0DAI (in progress)',
  ])
})

test('A payment that another page sent is shown as awaited, not as confirmed', async () => {
  expect(live(await mount('settling-elsewhere'))).toBe(
    'Payment sent, waiting for the network. 1 of 10 confirmations',
  )
})

describe('screen reader announcements', () => {
  test('screen reader announcements contain each screen of a payment, in order, and each failure', async () => {
    const element = await mount('connect')
    const heard: string[] = []
    for (const name of [
      'connecting',
      'review-rejected',
      'approving',
      'signing',
      'confirming',
      'settling',
      'succeeded',
    ]) {
      await show(element, fixture(name))
      heard.push(live(element))
    }
    expect(heard).toEqual([
      'Continue in your wallet',
      'Check and pay. You declined in your wallet. Nothing was charged.',
      'Allow 10.02\u00a0USDC in MetaMask',
      'Confirm the payment in MetaMask',
      'Payment sent, waiting for the network. 4 of 10 confirmations',
      'Confirmed, waiting for Nordlicht Coffee',
      'Payment complete. Nordlicht Coffee has your payment.',
    ])
  })

  test('A failure names its cause, the location of the money and the next step', async () => {
    const element = await mount('failed-reverted')
    expect(live(element)).toBe(
      'The network rejected the payment. Only the network fee was spent. Check your balance and try again.',
    )
  })
})

describe('keyboard and focus', () => {
  test('Tab reaches the wallets in order, the last used wallet first, and Enter chooses', async () => {
    await mount('connect')
    await userEvent.keyboard('{Tab}')
    expect(focused()?.textContent?.trim()).toContain('MetaMask')
    await userEvent.keyboard('{Tab}')
    expect(focused()?.textContent?.trim()).toContain('Rabby Wallet')
    await userEvent.keyboard('{Enter}')
    expect(previews[0]?.pressed).toEqual(['connect "io.rabby"'])
  })

  test('Focus moves from the pressed button to the progress and to the success', async () => {
    const element = await mount('review')
    button(element, 'Pay 10.02').focus()
    await userEvent.keyboard('{Enter}')
    expect(previews[0]?.pressed).toEqual(['pay'])
    await show(element, fixture('signing'))
    expect(focused()?.textContent).toBe('Confirm the payment in MetaMask')
    await show(element, fixture('confirming'))
    await show(element, fixture('succeeded'))
    expect(focused()?.textContent).toBe('Payment complete')
  })

  test('A payment that was paid before does not steal the focus from the page', async () => {
    const input = document.createElement('input')
    input.ariaLabel = 'Name'
    document.body.append(input)
    input.focus()
    await mount('succeeded')
    expect(document.activeElement).toBe(input)
  })
})

describe('hostile input of a page', () => {
  test('Names and references stay text', async () => {
    const element = await mount('connect-long-names')
    expect(shadow(element).querySelector('img[src="x"]')).toBeNull()
    expect(shadow(element).textContent).toContain('<img src=x onerror=alert(1)>')
  })

  test('Addresses that run a script never become links or images', async () => {
    const hostile = 'javascript:alert(1)'
    const base = fixture('succeeded')
    const element = await mount('succeeded', { 'return-url': hostile, 'merchant-logo': hostile })
    await show(element, {
      ...base,
      payment: base.payment && {
        ...base.payment,
        transactions: base.payment.transactions.map((seen) => ({ ...seen, explorerUrl: hostile })),
        merchant: { ...base.payment.merchant, logoUrl: hostile, supportUrl: hostile },
      },
    })
    const root = shadow(element)
    const targets = [...root.querySelectorAll('a, img')].map(
      (node) => node.getAttribute('href') ?? node.getAttribute('src'),
    )
    expect(targets.filter((target) => !/^(https?:|data:image)/.test(target ?? ''))).toEqual([])
  })
})

describe('an account that can afford no option', () => {
  const labels = (element: SecurePayment) =>
    [...shadow(element).querySelectorAll('.actions button')].map((one) => one.textContent?.trim())

  test('An account that can afford no option is offered another wallet and a phone', async () => {
    const element = await mount('options-poor')
    expect(labels(element)).toEqual(['Change wallet', 'Phone wallet', 'Refresh'])
    expect(shadow(element).querySelectorAll('.account button')).toHaveLength(0)
    button(element, 'Phone wallet').click()
    expect(previews[0]?.pressed).toEqual(['disconnect'])
  })

  test('An account that can afford an option keeps the button that changes the wallet in its row', async () => {
    const element = await mount('options')
    expect(labels(element)).toEqual(['Refresh'])
    expect(shadow(element).querySelectorAll('.account button')).toHaveLength(1)
  })
})

describe('contacts', () => {
  /** Shows an unknown payment, with these members in the problem document. */
  const showUnknown = async (contacts: object) => {
    const element = await mount('unavailable-not-found')
    await show(element, {
      ...fixture('unavailable-not-found'),
      unavailable: { reason: 'not_found', retryAt: null, contacts },
    })
    return [...shadow(element).querySelectorAll('.codes a')].map((link) =>
      link.getAttribute('href'),
    )
  }

  test('An error card shows the merchant’s support link and e-mail address', async () => {
    const element = await mount('failed-reverted')
    const links = [...shadow(element).querySelectorAll('.codes a')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://shop.example/help',
      'mailto:help@shop.example',
    ])
    expect(links[1]?.textContent).toBe('help@shop.example')
  })

  test('The card of an unknown payment shows the contacts of the page’s merchant', async () => {
    const own = { supportUrl: 'https://shop.example/help', supportEmail: 'help@shop.example' }
    expect(await showUnknown(own)).toEqual([own.supportUrl, 'mailto:help@shop.example'])
    expect(await showUnknown({ ...own, supportUrl: 'mailto:help@shop.example' })).toHaveLength(1)
  })

  test('The card of an unknown payment links to no other address', async () => {
    for (const value of ['javascript:alert(1)', 'a@b?bcc=c@d', {}, [], 7, null, true])
      expect(await showUnknown({ supportUrl: value, supportEmail: value })).toEqual([])
  })
})

describe('events', () => {
  test('sp-before-connect can prevent the wallet request', async () => {
    const element = await mount('connect')
    element.addEventListener('sp-before-connect', (event) => event.preventDefault(), { once: true })
    button(element, 'Rabby').click()
    expect(previews[0]?.pressed).toEqual([])
    button(element, 'Rabby').click()
    expect(previews[0]?.pressed).toEqual(['connect "io.rabby"'])
  })

  test('sp-before-pay waits for the page, and stops when its promise rejects', async () => {
    const element = await mount('review')
    const gate = Promise.withResolvers<void>()
    element.addEventListener('sp-before-pay', (event) => event.waitUntil(gate.promise), {
      once: true,
    })
    button(element, 'Pay 10.02').click()
    expect(previews[0]?.pressed).toEqual([])
    gate.resolve()
    await expect.poll(() => previews[0]?.pressed).toEqual(['pay'])

    const refused = Promise.reject(new Error('out of stock'))
    element.addEventListener('sp-before-pay', (event) => event.waitUntil(refused), { once: true })
    button(element, 'Pay 10.02').click()
    await refused.catch(() => {})
    await element.updateComplete
    expect(previews[0]?.pressed).toEqual(['pay'])
  })

  test('sp-statechange bubbles out of other shadow trees', async () => {
    const seen: string[] = []
    const listen = ({ detail }: SecurePaymentEventMap['sp-statechange']) =>
      seen.push(`${detail.from}>${detail.to}`)
    document.addEventListener('sp-statechange', listen)
    const element = await mount('review')
    await show(element, fixture('signing'))
    document.removeEventListener('sp-statechange', listen)
    expect(seen).toEqual(['review>signing'])
  })

  test('sp-return can be cancelled', async () => {
    const element = await mount('succeeded', { 'return-url': 'https://shop.example/thanks' })
    const urls: string[] = []
    element.addEventListener('sp-return', (event) => {
      urls.push(event.detail.url)
      event.preventDefault()
    })
    shadow(element).querySelector<HTMLElement>('[part~="return-link"]')?.click()
    expect(urls).toEqual(['https://shop.example/thanks'])
  })
})

describe('attributes', () => {
  test('The controller receives the page’s settings', async () => {
    await mount('connect', {
      'client-id': 'cl_1',
      destination: ' one  two ',
      wallets: 'io.rabby io.metamask',
      'exclude-wallets': 'com.bad',
      'auto-select': 'false',
      persist: 'session',
    })
    expect(asked[0]).toMatchObject({
      apiBase: 'https://api.example',
      clientId: 'cl_1',
      pinnedDestinations: ['one', 'two'],
      wallets: ['io.rabby', 'io.metamask'],
      excludeWallets: ['com.bad'],
      autoSelect: false,
      persist: 'session',
    })
  })

  test('The observed attributes match the class comment', () => {
    // `lang` belongs to the platform, so an observer follows it.
    expect([...SecurePayment.observedAttributes, 'lang'].sort()).toEqual(documented('attributes'))
  })

  test('The state is an attribute and a custom state', async () => {
    const element = await mount('confirming')
    expect(element.getAttribute('state')).toBe('confirming')
    expect(element.matches(':state(sent):state(test)')).toBe(true)
    await show(element, fixture('succeeded'))
    expect(element.matches(':state(paid)')).toBe(true)
    expect(element.matches(':state(sent)')).toBe(false)
  })

  test('The element is invalid in a form until paid; its value is then the token', async () => {
    const form = document.createElement('form')
    document.body.append(form)
    const element = await mount('review', { required: '', name: 'payment' }, form)
    expect(form.checkValidity()).toBe(false)
    await show(element, fixture('succeeded'))
    expect(form.checkValidity()).toBe(true)
    expect(new FormData(form).get('payment')).toBe('review')
  })

  test('The page’s own sentences replace the element’s, one by one', async () => {
    const element = await mount('review-rejected')
    element.strings = { reviewTitle: 'Almost done', notes: { rejected: () => 'No worries.' } }
    await element.updateComplete
    expect(shadow(element).textContent).toContain('Almost done')
    expect(shadow(element).textContent).toContain('No worries.')
    await show(element, { ...fixture('review'), note: { code: 'wallet_busy', tone: 'error' } })
    expect(shadow(element).textContent).toContain('Your wallet has a request open.')
  })
})

describe('life', () => {
  test('An element that is moved keeps its payment, and an element that is removed ends its payment', async () => {
    const element = await mount('review')
    const end = vi.spyOn(previews[0] ?? missing(), 'dispose')
    const place = document.createElement('div')
    document.body.append(place)
    place.append(element)
    await element.updateComplete
    expect(end).not.toHaveBeenCalled()
    element.remove()
    await expect.poll(() => end.mock.calls.length).toBe(1)
  })

  test('The element starts once, whether its token is set before or after it is inserted', async () => {
    const element = document.createElement('secure-payment')
    findMain().append(element)
    element.token = 'review'
    element.apiBase = 'https://api.example'
    await expect.poll(() => element.state).toBe('review')
    expect(asked).toHaveLength(1)
    const late = document.createElement('secure-payment')
    findMain().append(late)
    await late.updateComplete
    expect(late.state).toBe('idle')
    late.token = 'partial'
    late.apiBase = 'https://api.example'
    await expect.poll(() => late.state).toBe('partial')
    expect(asked).toHaveLength(2)
  })

  test('Another token starts another payment', async () => {
    const element = await mount('review')
    element.token = 'partial'
    await expect.poll(() => element.state).toBe('partial')
    expect(asked.map(({ token }) => token)).toEqual(['review', 'partial'])
  })

  test('Registering twice has no effect, and registering under another name works', () => {
    defineSecurePayment()
    defineSecurePayment('shop-payment')
    expect(customElements.get('shop-payment')?.prototype).toBeInstanceOf(SecurePayment)
  })
})

describe('an attempt with an unknown result', () => {
  test('an attempt with an unknown result is discarded only after the payer confirmed that no prompt is open in the wallet', async () => {
    const element = await mount('unknown')
    button(element, 'It was not sent').click()
    await element.updateComplete
    expect(previews[0]?.pressed).toEqual([])
    expect(focused()?.textContent).toBe('Is the request closed in your wallet?')
    button(element, 'Yes, nothing is waiting').click()
    expect(previews[0]?.pressed).toEqual(['discardAttempt {"confirmed":true}'])
  })

  test('an attempt with an unknown result is discarded without a confirmation if the chain proves that nothing was sent', async () => {
    const element = await mount('unknown-unused')
    button(element, 'It was not sent').click()
    expect(previews[0]?.pressed).toEqual(['discardAttempt'])
  })
})

describe('a wallet that does not respond', () => {
  test.each([
    ['switching-stuck', 'back'],
    ['signing-slow', 'checkAgain'],
  ])('%s can be stopped by %s', async (name, action) => {
    const element = await mount(name)
    button(element, 'I closed my wallet').click()
    expect(previews[0]?.pressed).toEqual([action])
  })

  test('Once the payment is sent, there is no button to stop it', async () => {
    const element = await mount('confirming')
    expect(shadow(element).querySelectorAll('button')).toHaveLength(0)
    expect(shadow(element).textContent).toContain('You can close this page.')
  })
})

describe('a payout', () => {
  const payouts = names.filter((name) => name.startsWith('payout-'))
  const read = (element: SecurePayment) =>
    shadow(element).textContent?.replaceAll('\u00a0', ' ') ?? ''
  const addresses = (element: SecurePayment) =>
    [...shadow(element).querySelectorAll('.fold > [part~="address"]')].map((one) => one.textContent)

  test.each(payouts)(
    'the state %s shows that the payment is a payout, and the number of recipients',
    async (name) => {
      const element = await mount(name)
      const count = fixture(name).payment?.items.length ?? 0
      const label = shadow(element).querySelector('.amount-block > .muted:not(.facts)')?.textContent
      // The amount of an expired payout has no label.
      if (fixture(name).state === 'unavailable') expect(label).toBeUndefined()
      else expect(label).toMatch(/^(You pay|Paid out)$/)
      expect(shadow(element).querySelector('.facts')?.textContent).toContain(
        count === 1 ? 'Payout to 1 recipient' : `Payout to ${count} recipients`,
      )
      expect(shadow(element).querySelector('section')?.ariaLabel).toMatch(/^Payout, /)
    },
  )

  test.each([
    'payout-connect',
    'payout-connect-batch',
    'payout-connect-many',
    'payout-review-batch',
  ])('the state %s shows every recipient with the whole address', async (name) => {
    const expected = fixture(name).payment?.items.map(({ payee }) => payee) ?? []
    expect(addresses(await mount(name))).toEqual(expected)
  })

  test('A rejected payout has its own text', async () => {
    const shown = read(await mount('payout-failed-mismatch'))
    expect(shown).toContain('This payout was stopped for your safety')
    expect(shown).toContain('Nothing was charged.')
  })

  test('A payout keeps its text when the page overrides a payment’s, and uses the page’s text for payouts', async () => {
    const element = await mount('payout-review')
    element.strings = { payButton: () => 'Buy now', payout: { reviewTitle: 'Salary' } }
    await element.updateComplete
    expect(button(element, 'Pay out 10 USDC')).toBeInstanceOf(HTMLElement)
    expect(shadow(element).querySelector('h2')?.textContent).toBe('Salary')
  })

  test('A batch sums its fees, one row per percentage', async () => {
    const element = await mount('payout-review-batch')
    const model = fixture('payout-review-batch')
    const fees = [
      { percentage: '0.2', amount: '0.02', address: '' },
      { percentage: '1', amount: '0.3', address: '' },
      { percentage: '0.2', amount: '0.04', address: '' },
    ]
    const items = model.review?.items.map((item, index) => ({ ...item, fee: fees[index] ?? null }))
    await show(element, {
      ...model,
      review: model.review && { ...model.review, items: items ?? [] },
    })
    const rows = [...shadow(element).querySelectorAll('.summary-row')].map((row) =>
      [...row.querySelectorAll('dt, dd:not(.below)')].map((one) =>
        one.textContent?.replaceAll('\u00a0', ' '),
      ),
    )
    expect(rows.filter(([term]) => term?.startsWith('Fee'))).toEqual([
      ['Fee (0.2%)', '0.06 USDC'],
      ['Fee (1%)', '0.30 USDC'],
    ])
  })
})

describe('the bearer of a fee', () => {
  const shownOf = async (name: string) =>
    shadow(await mount(name)).textContent?.replaceAll(/\s+/g, ' ')

  test('The review names the recipient as the bearer of a fee, next to the amount that arrives', async () => {
    const shown = await shownOf('review-borne')
    expect(shown).toContain('Nordlicht Coffee receives 9.98 USDC')
    expect(shown).toContain('Merchant’s fee (0.2%) 0.02 USDC Borne by the recipient')
    expect(shown).toContain('Pay 10 USDC')
  })

  test('The review of a fee that the payer pays names no bearer', async () => {
    const shown = await shownOf('review')
    expect(shown).toContain('Merchant’s fee (0.2%) 0.02 USDC')
    expect(shown).not.toContain('Borne by')
    expect(shown).toContain('Pay 10.02 USDC')
  })

  test.each([
    ['review-borne-payout', '9.98 USDC', 'You pay 10 USDC'],
    ['tron-review-borne', '9.98 USDT', 'Pay 10 USDT'],
  ])(
    'The state %s names the recipient as the bearer, and the payer’s total without the fee',
    async (name, arrives, pay) => {
      const shown = await shownOf(name)
      expect(shown).toContain(arrives)
      expect(shown).toContain('Borne by the recipient')
      expect(shown).toContain(pay)
    },
  )

  test.each([
    ['connect-borne', 'connect', '10', '10.02'],
    ['succeeded-borne', 'succeeded', '10', '10.02'],
    ['partial-borne', 'partial', '6', '6.012'],
  ])(
    'The amount of the state %s contains no fee on top, unlike %s',
    async (name, _, amount, more) => {
      const shown = await shownOf(name)
      expect(shown).toContain(amount)
      expect(shown).not.toContain(more)
    },
  )

  test('The review of a batch has one row for each bearer of a fee', async () => {
    const shown = await shownOf('review-borne-batch')
    expect(shown?.match(/fee \(0\.2%\)/g)).toHaveLength(2)
    expect(shown?.match(/Borne by the recipient/g)).toHaveLength(1)
  })
})

describe('the amounts of a conversion', () => {
  test('The first screen names the token next to the network', async () => {
    const facts = (element: SecurePayment) => shadow(element).querySelector('.facts')?.textContent
    expect(facts(await mount('connect-converted'))).toContain('in USDC on Base Sepolia')
    expect(facts(await mount('review-converted-batch'))).toContain('in USDC on Base')
    expect(facts(await mount('connect'))).not.toContain('in USDC')
  })

  test('The estimate and the limit have the same number of decimals, and the wallet’s amount is exact', async () => {
    const shown = shadow(await mount('review-converted')).textContent?.replaceAll('\u00a0', ' ')
    expect(shown).toContain('about 80.02 USDC, at most 80.82 USDC')
    expect(shown).toContain('never takes more than 80.82 USDC')
    expect(shown).toContain(
      'Your wallet will ask you 2 times: Allow 80.81616 USDC, Pay up to 80.81616 USDC.',
    )
  })

  test('A round estimate has as many decimals as the limit next to it', async () => {
    const element = await mount('review-converted')
    const model = fixture('review-converted')
    const conversion = {
      about: { symbol: 'ETH', amount: '0.11' },
      most: { symbol: 'ETH', amount: '0.1133' },
    }
    const items = model.review?.items.map((item) => ({ ...item, conversion })) ?? []
    await show(element, { ...model, review: model.review && { ...model.review, items } })
    const shown = shadow(element).textContent?.replaceAll('\u00a0', ' ')
    expect(shown).toContain('about 0.1100 ETH, at most 0.1133 ETH')
  })
})

describe('the transaction details', () => {
  test('the transaction details show each call decoded and raw', async () => {
    const element = await mount('review')
    const details = shadow(element).querySelector<HTMLDetailsElement>('[part="details"]')
    if (details) details.open = true
    await expect.poll(() => details?.textContent).toContain('amountUnits: 10000000')
    expect(details?.textContent).toContain('payee: 0x4e64c2d06d19d13061e62e291b2c4e9fe5679b93')
    expect(details?.textContent).toContain('0x095ea7b3')
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    expect(violations.map(summarize)).toEqual([])
  })
})

describe('the receipt', () => {
  test('the receipt is available once paid, as JSON and as a separate page', async () => {
    const element = await mount('review')
    expect(await element.receipt('json')).toBeNull()
    await show(element, fixture('succeeded'))
    expect(JSON.parse((await element.receipt('json')) ?? '')).toMatchObject({
      token: fixture('succeeded').payment?.token,
      paidAt: '2026-03-02T14:04:12Z',
      items: [
        { amount: '10', symbol: 'USDC', fee: '0.02', spent: { amount: '10.02', symbol: 'USDC' } },
      ],
    })
    const markup = (await element.receipt('html')) ?? ''
    expect(markup).toContain('<h1>Receipt · Nordlicht Coffee</h1>')
    expect(markup).toContain('0x4E64C2d06d19D13061e62E291b2C4e9fe5679b93')
    expect(markup).not.toContain('<!--')
    expect(markup).not.toContain('Paid with')
  })

  test('the receipt of a conversion shows the spent amount, on the screen, on paper and as JSON', async () => {
    const element = await mount('succeeded-converted')
    const rows = [...shadow(element).querySelectorAll('[part="receipt"] .summary-row')]
    const texts = rows.map((row) => row.textContent?.replace(/\s+/g, ' ').trim())
    expect(texts).toContain('Paid with 80.016 USDC')
    expect(JSON.parse((await element.receipt('json')) ?? '')).toMatchObject({
      items: [{ amount: '80', symbol: 'USD', spent: { amount: '80.016', symbol: 'USDC' } }],
    })
    const markup = (await element.receipt('html')) ?? ''
    expect(markup).toContain('<th scope="row">Amount</th><td>$80.00</td>')
    expect(markup).toContain('<th scope="row">Paid with</th><td>80.016&nbsp;USDC</td>')
  })

  test('the receipt omits the spent amount when the service does not return it', async () => {
    const element = await mount('succeeded-converted')
    const model = fixture('succeeded-converted')
    const items = model.payment?.items.map((item) => ({ ...item, amountSpent: null })) ?? []
    await show(element, { ...model, payment: model.payment && { ...model.payment, items } })
    expect(shadow(element).textContent).not.toContain('Paid with')
    expect(JSON.parse((await element.receipt('json')) ?? '')).toMatchObject({
      items: [{ amount: '80', spent: null }],
    })
  })
})

type Documented = 'cssParts' | 'events' | 'attributes' | 'cssStates'
type Declaration = { name: string } & Partial<Record<Documented, { name: string }[]>>

/** Returns the names under a key of custom-elements.json, and thus of the class comment. */
function documented(key: Documented): string[] {
  const declarations = manifest.modules.flatMap<Declaration>((module) => module.declarations)
  const element = declarations.find((declaration) => declaration.name === 'SecurePayment')
  return (element?.[key] ?? []).map(({ name }) => name).sort()
}

async function mount(
  name: string,
  attributes: Record<string, string> = {},
  parent: HTMLElement = findMain(),
): Promise<SecurePayment> {
  const element = document.createElement('secure-payment')
  const all = {
    token: name,
    'api-base': 'https://api.example',
    'pay-url': 'https://pay.example/',
    ...attributes,
  }
  for (const [key, value] of Object.entries(all)) element.setAttribute(key, value)
  parent.append(element)
  await element.updateComplete
  await settle(element, fixture(name))
  return element
}

/** Returns the page around the element, which stands for a shop's page. */
function findMain(): HTMLElement {
  const found = document.querySelector('main')
  if (found) return found
  const main = document.createElement('main')
  const heading = document.createElement('h1')
  heading.textContent = 'Checkout'
  main.append(heading)
  document.body.append(main)
  return main
}

async function show(element: SecurePayment, model: Model): Promise<void> {
  previews.at(-1)?.show(model)
  await settle(element, model)
}

/** Waits until the screen of the model's own state is rendered, not its placeholder. */
async function settle(element: SecurePayment, model: Model): Promise<void> {
  await element.updateComplete
  if (needsFlow(withRail(model))) {
    await expect.poll(() => shadow(element).querySelector('.skeleton')).toBeNull()
  }
  await Promise.allSettled(
    shadow(element)
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations === 1)
      .map(({ finished }) => finished),
  )
}

function fixture(name: string): Model {
  return fixtures[name] ?? missing()
}

function missing(): never {
  throw new Error('There is no such fixture.')
}

function shadow(element: SecurePayment): ShadowRoot {
  return element.shadowRoot ?? missing()
}

function live(element: SecurePayment): string {
  const regions = shadow(element).querySelectorAll('[role="status"], [role="alert"]')
  return [...regions].map((region) => region.textContent).join('')
}

function button(element: SecurePayment, label: string): HTMLElement {
  const buttons = [...shadow(element).querySelectorAll<HTMLElement>('button')]
  const found = buttons.find((candidate) =>
    candidate.textContent?.replaceAll('\u00a0', ' ').includes(label),
  )
  if (!found) throw new Error(`There is no button ${label}.`)
  return found
}

function focused(): Element | null {
  return document.activeElement?.shadowRoot?.activeElement ?? null
}

function summarize({ id, nodes }: axe.Result): string {
  return `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join(' | ')}`
}
