import type {} from '@vitest/browser-playwright'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import type { SecurePayment } from '../secure-payment.ts'
import { findOverflow } from '../testing/findOverflow.ts'
import { FIXTURE_TIME_MS, findFixture, mountFixture } from '../testing/mountFixture.ts'
import { fixtures } from './fixtures.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const names = Object.keys(fixtures)

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** The axe checks of a state in one direction: the rules, or their tags, for each theme. */
type Rules = { readonly [T in Theme]?: readonly string[] }

// Each test runs axe hundreds of times: ten seconds alone, longer next to other suites.
vi.setConfig({ testTimeout: 240_000 })

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
})

afterEach(async () => {
  document.body.replaceChildren()
  document.documentElement.style.fontSize = ''
  vi.restoreAllMocks()
  await emulate({})
  await page.viewport(480, 900)
})

describe('two payments on one page', () => {
  const landmarks = async (): Promise<string[]> => {
    const rules = ['landmark-unique', 'region']
    const { violations } = await axe.run(document, { runOnly: rules })
    return violations.map(summarize)
  }

  test('two payments on one page have distinct names: their amounts, or the merchant’s references', async () => {
    const model = findFixture('connect')
    const { payment } = model
    if (!payment) throw new Error('The fixture has no payment.')
    const [item] = payment.items
    if (!item) throw new Error('The fixture has no item.')
    const { root } = await mountFixture('connect')
    const other = { ...payment, reference: 'Order 2' }
    const dear = { ...payment, items: [{ ...item, amount: '999.5', remainingAmount: '999.5' }] }
    for (const each of [other, dear]) {
      await mountFixture('connect', { model: { ...model, payment: each } })
    }
    expect(await landmarks()).toEqual([])
    // The total with its fee, as the card shows it.
    expect(root.querySelector('section')?.ariaLabel).toBe(
      'Payment, Nordlicht Coffee, 10.02\u00a0USDC, INV-2026-0142',
    )
  })

  test.each(['loading', 'unavailable-not-found'])(
    'two payments in the state %s, which has no data to distinguish them, cause no violation',
    async (name) => {
      await mountFixture(name)
      await mountFixture(name)
      expect(await landmarks()).toEqual([])
    },
  )
})

describe('every state', () => {
  // The wide page checks every rule from left to right. The narrow page, from right to left, repeats the rules that a width affects.
  test.each([
    { width: 480, checks: { ltr: { light: TAGS, dark: ['color-contrast'] }, rtl: {} } },
    { width: 320, checks: { rtl: { light: ['color-contrast', 'target-size'] }, ltr: {} } },
  ])(
    'every state has no violation and no overflow at $width px, in both directions',
    async ({ width, checks }: { width: number; checks: Record<'ltr' | 'rtl', Rules> }) => {
      await page.viewport(width, 1_000)
      const found: string[] = []
      for (const name of names) {
        const { element, root } = await mountFixture(name)
        for (const dir of ['ltr', 'rtl'] as const) {
          element.strings = { dir }
          document.documentElement.dir = dir
          await element.updateComplete
          unfold(root)
          for (const theme of THEMES) {
            const rules = checks[dir][theme] ?? []
            const faults = await inspectTheme(element, theme, rules)
            found.push(...faults.map((fault) => `${name}, ${dir}, ${theme}: ${fault}`))
          }
          await element.updateComplete
          found.push(...findOverflow(element).map((node) => `${name}, ${dir}: ${node} stands out`))
          if (document.documentElement.scrollWidth > width)
            found.push(`${name}, ${dir}: the page scrolls sideways`)
        }
        element.remove()
      }
      document.documentElement.dir = 'ltr'
      expect(found).toEqual([])
    },
  )

  test('every state has one heading, at most one main button, targets of 24 pixels and controls of 44', async () => {
    await page.viewport(320, 1_000)
    const found: string[] = []
    for (const name of names) {
      const { element, root } = await mountFixture(name)
      const count = (selector: string): number => root.querySelectorAll(selector).length
      // A lone trigger is part of the page's own text, so it has no heading.
      const headings = name === 'connect-button' ? 0 : 1
      if (count('#heading') !== headings) found.push(`${name}: ${count('#heading')} headings`)
      if (count('.button.primary') > 1) found.push(`${name}: two main buttons`)
      for (const control of root.querySelectorAll('a, button, summary')) {
        const { width, height } = control.getBoundingClientRect()
        const least = control.matches('.link, .legal a') ? 24 : 44
        if (height < least || width < 24)
          found.push(`${name}: ${control.className} ${width}×${height}`)
      }
      element.remove()
    }
    expect(found).toEqual([])
  })

  test('every state keeps the focused control and its focus ring visible, even in a window of 320 × 256 pixels, as at 400 % zoom', async () => {
    await page.viewport(320, 256)
    const found: string[] = []
    for (const name of names) {
      const { element, root } = await mountFixture(name)
      unfold(root)
      for (const control of root.querySelectorAll<HTMLElement>(
        'a, button:not([disabled]), summary, [tabindex="0"]',
      )) {
        if (!control.checkVisibility()) continue
        control.focus({ focusVisible: true } as FocusOptions)
        if (root.activeElement !== control)
          found.push(`${name}: ${control.className} is not focusable`)
        const { left, right, top, bottom } = control.getBoundingClientRect()
        const x = (left + right) / 2
        const visible = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
        const hit = root.elementFromPoint(x, visible)
        if (!hit || !(control.contains(hit) || hit.contains(control))) {
          found.push(`${name}: ${control.className} is under ${hit?.className}`)
        }
        const { outlineStyle, outlineWidth } = getComputedStyle(control)
        if (outlineStyle !== 'solid' || outlineWidth !== '2px')
          found.push(`${name}: no ring on ${control.className}`)
      }
      element.remove()
    }
    expect(found).toEqual([])
  })

  test('every state supports the text spacing of WCAG 1.4.12, and text at twice the size', async () => {
    await page.viewport(640, 1_000)
    const spacing = new CSSStyleSheet()
    spacing.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-block-end: 2em !important }`)
    const found: string[] = []
    for (const name of names) {
      const { element, root } = await mountFixture(name)
      unfold(root)
      const sheets = root.adoptedStyleSheets
      root.adoptedStyleSheets = [...sheets, spacing]
      element.style.maxInlineSize = '320px'
      found.push(...findOverflow(element).map((node) => `${name}, spaced: ${node}`))
      root.adoptedStyleSheets = sheets
      element.style.maxInlineSize = ''
      document.documentElement.style.fontSize = '200%'
      found.push(...findOverflow(element).map((node) => `${name}, 200 %: ${node}`))
      document.documentElement.style.fontSize = ''
      element.remove()
    }
    expect(found).toEqual([])
  })

  test('every state is announced with its heading: politely, or at once after a failure', async () => {
    const { root, show } = await mountFixture('connect')
    const found: string[] = []
    for (const name of names) {
      const model = findFixture(name)
      await show(model)
      const [polite, urgent] = ['status', 'alert'].map(
        (role) => root.querySelector(`[role=${role}]`)?.textContent ?? '',
      )
      const isUrgent = model.state === 'failed' || model.note?.tone === 'error'
      const [said, silent] = isUrgent ? [urgent, polite] : [polite, urgent]
      const heading = root.querySelector('#heading')?.textContent ?? ''
      if (!said?.startsWith(heading) || heading === '') found.push(`${name}: ${heading} / ${said}`)
      if (silent !== '') found.push(`${name} is announced twice: ${silent}`)
    }
    expect(found).toEqual([])
  })
})

describe('the payer’s system settings', () => {
  test('Forced colours keep borders, rings, icons and the look of disabled controls', async () => {
    await emulate({ 'forced-colors': 'active' })
    const system = resolveColours('ButtonBorder', 'GrayText', 'Highlight', 'CanvasText', 'LinkText')
    const style = (root: ShadowRoot, selector: string): CSSStyleDeclaration => {
      const node = root.querySelector(selector)
      if (!node) throw new Error(`There is no ${selector}.`)
      return getComputedStyle(node)
    }
    const review = (await mountFixture('review-rejected')).root
    expect(style(review, '.button.primary').backgroundColor).toBe(system.Highlight)
    expect(style(review, '.note').borderTopStyle).toBe('solid')
    expect(style(review, '.summary').borderTopStyle).toBe('solid')
    const options = (await mountFixture('options-poor')).root
    expect(style(options, '.choices').borderTopStyle).toBe('solid')
    expect(style(options, '.choice[disabled]').color).toBe(system.GrayText)
    const wait = (await mountFixture('unavailable-rate-limited')).root
    expect(style(wait, '.button[disabled]').color).toBe(system.GrayText)
    const progress = (await mountFixture('confirming')).root
    expect(style(progress, '.step.done .step-marker').backgroundColor).toBe(system.Highlight)
    expect(style(progress, '.step.active .step-marker').borderTopColor).toBe(system.Highlight)
    expect(style(progress, '.meter').borderTopStyle).toBe('solid')
  })

  test('More contrast darkens lines and quiet text to the level of controls and text', async () => {
    const { root } = await mountFixture('options')
    const read = (): string[] => {
      const [list, fact] = ['.choices', '.facts'].map((each) => root.querySelector(each))
      if (!list || !fact) throw new Error('The screen lacks its parts.')
      return [getComputedStyle(list).borderTopColor, getComputedStyle(fact).color]
    }
    const text = getComputedStyle(root.querySelector('h2') ?? root.host).color
    const before = read()
    await emulate({ 'prefers-contrast': 'more' })
    const [line, quiet] = read()
    expect(line).not.toBe(before[0])
    expect(quiet).toBe(text)
    expect(before[1]).not.toBe(text)
  })

  test('Reduced motion stops every animation', async () => {
    await emulate({ 'prefers-reduced-motion': 'reduce' })
    for (const name of ['loading', 'connecting', 'signing', 'succeeded']) {
      const { element, root } = await mountFixture(name)
      await Promise.allSettled(root.getAnimations().map(({ finished }) => finished))
      expect(root.getAnimations(), name).toEqual([])
      element.remove()
    }
  })

  test('With reduced motion, a change of the colour scheme applies to every colour at once', async () => {
    const findTransitions = async (name: string): Promise<string[]> => {
      const { element, root } = await mountFixture(name)
      const found = [...root.querySelectorAll('*')].filter(
        (one) => getComputedStyle(one).transitionProperty !== 'none',
      )
      element.remove()
      return found.map(({ localName, className }) => `${name}: ${localName}.${className}`)
    }
    expect(await findTransitions('connect')).not.toEqual([])
    await emulate({ 'prefers-reduced-motion': 'reduce' })
    for (const name of ['loading', 'connect', 'review', 'signing', 'succeeded']) {
      expect(await findTransitions(name)).toEqual([])
    }
  })

  test('Animations change only position, scale or opacity', async () => {
    const CHEAP = [
      'offset',
      'computedOffset',
      'easing',
      'composite',
      'opacity',
      'transform',
      'scale',
      'rotate',
      'translate',
    ]
    const found = new Set<string>()
    for (const name of ['loading', 'connecting', 'confirming', 'succeeded']) {
      const { element, root } = await mountFixture(name)
      const effects = root
        .getAnimations()
        .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? [effect] : []))
      for (const frame of effects.flatMap((effect) => effect.getKeyframes())) {
        for (const key of Object.keys(frame)) if (!CHEAP.includes(key)) found.add(`${name}: ${key}`)
      }
      element.remove()
    }
    expect([...found]).toEqual([])
  })
})

/** Returns the violations of some axe rules, or tags, in a theme. */
async function inspectTheme(
  element: SecurePayment,
  theme: Theme,
  rules: readonly string[],
): Promise<string[]> {
  if (rules.length === 0) return []
  element.theme = theme
  element.style.backgroundColor = theme === 'dark' ? '#000' : '#fff'
  await element.updateComplete
  for (const animation of element.shadowRoot?.getAnimations() ?? []) {
    if (animation instanceof CSSTransition) animation.finish()
  }
  const { violations } = await axe.run(document, {
    runOnly: [...rules],
    resultTypes: ['violations'],
  })
  return violations.map(summarize)
}

/** Opens the collapsed parts, except the transactions, which load when they are opened. */
function unfold(root: ShadowRoot): void {
  for (const details of root.querySelectorAll('details')) {
    details.open = details.part.value !== 'details'
  }
}

/** Sets media features as the system would; `{}` resets all. */
async function emulate(features: Readonly<Record<string, string>>): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  })
}

/** Returns the system colours, in the notation of computed styles. */
function resolveColours<T extends string>(...colours: T[]): Record<T, string> {
  const probe = document.createElement('span')
  probe.style.forcedColorAdjust = 'none'
  document.body.append(probe)
  const entries = colours.map((colour) => {
    probe.style.color = colour
    return [colour, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(entries)
}

function summarize({ id, nodes }: axe.Result): string {
  return `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join(' | ')}`
}
