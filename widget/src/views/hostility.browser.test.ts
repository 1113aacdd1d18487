import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Model } from '../model.ts'
import { findOverflow } from '../testing/findOverflow.ts'
import { FIXTURE_TIME_MS, findFixture, mountFixture } from '../testing/mountFixture.ts'
import { fixtures } from './fixtures.ts'

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
})

afterEach(async () => {
  document.body.replaceChildren()
  document.adoptedStyleSheets = []
  vi.restoreAllMocks()
  await page.viewport(480, 900)
})

describe('hostile text in every state', () => {
  test.each([
    ['marks that turn the direction', '\u202e\u2066evil\u2067 שלום \u200f\u061c'],
    ['10,000 characters without a gap', 'W'.repeat(10_000)],
    ['10,000 words', 'lorem '.repeat(10_000)],
    ['emoji of many parts', '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(100)],
    ['characters without a width', 'a\u200b\u200d\u2060\ufeff'.repeat(500)],
    [
      'markup',
      '<img src=x onerror=globalThis.pwned=1><script>globalThis.pwned=1</script><style>*{display:none}</style>',
    ],
    ['line breaks', `${'\n\r\n\t\u2028\u2029'.repeat(200)}x`],
    ['nothing but spaces', ' \u00a0 '],
  ])('hostile text in every state stays text and in its place: %s', async (_, text) => {
    await page.viewport(320, 1_000)
    const { element, root, show } = await mountFixture('connect')
    const found: string[] = []
    for (const name of Object.keys(fixtures)) {
      await show(speak(findFixture(name), text))
      found.push(...findOverflow(element).map((node) => `${name}: ${node} stands out`))
      if (document.documentElement.scrollWidth > 320) found.push(`${name} scrolls sideways`)
      if (root.querySelector('script, style, [onerror]')) found.push(`${name} has markup`)
      if (TURNING.test(root.textContent ?? '')) found.push(`${name} turns its sentences`)
      const heading = root.querySelector('#heading')
      if (!heading?.checkVisibility() || !heading.textContent?.trim())
        found.push(`${name} has no heading`)
    }
    expect(found).toEqual([])
    expect('pwned' in globalThis).toBe(false)
  })
})

describe('a page’s styles', () => {
  test.each([
    '* { all: unset }',
    'body, body * { box-sizing: content-box; letter-spacing: 2em; line-height: 0; text-transform: uppercase; word-spacing: 9em; white-space: pre; text-align: end; font: italic 900 60px cursive }',
    'secure-payment { color: transparent; font-size: 60px; visibility: visible; text-indent: -99rem; text-shadow: 0 0 9px red }',
    'body { color: transparent; -webkit-text-fill-color: transparent; direction: rtl; font-size: 1px; cursor: none; hyphens: auto; writing-mode: vertical-rl }',
    'div, p, dl, dd, dt, bdi, span, h2, button { display: none !important; color: transparent !important }',
  ])('a page’s styles cannot change a letter of the payment by %s', async (css) => {
    const plain = await read('review')
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
    const disturbed = await read('review')
    for (const [part, { isSeen, type }] of Object.entries(plain)) {
      expect({ isSeen: disturbed[part]?.isSeen, type: disturbed[part]?.type }, part).toEqual({
        isSeen,
        type,
      })
    }
  })

  test.each([
    'display: none',
    'visibility: hidden',
    'opacity: 0',
    'color: transparent; -webkit-text-fill-color: transparent',
    'font-size: 0',
    'transform: scale(0)',
    'scale: 0',
    'translate: -9999px',
    'position: absolute; inset: -9999px auto auto -9999px',
    'clip-path: inset(50%)',
    'mask: linear-gradient(transparent, transparent)',
    'filter: opacity(0)',
    'height: 0; max-height: 0; overflow: hidden',
    'text-indent: -99rem',
    'zoom: 0.01',
    'content: url("data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>")',
  ])(
    'a page’s styles cannot hide the amount, the recipient or the address through their parts with %s',
    async (declarations) => {
      const plain = await read('review')
      const important = declarations.replaceAll(/(;|$)(?![^"]*"[^"]*$)/g, ' !important$1')
      const sheet = new CSSStyleSheet()
      const parts = ['amount', 'amount-currency', 'summary', 'summary-row', 'recipient', 'address']
      sheet.replaceSync(
        parts.map((part) => `secure-payment::part(${part}) { ${important} }`).join('\n'),
      )
      expect([...sheet.cssRules].length).toBe(parts.length)
      document.adoptedStyleSheets = [sheet]
      expect(await read('review')).toEqual(plain)
    },
  )

  test('a page’s styles cannot displace the element’s text through slots', async () => {
    const { element, root } = await mountFixture('review')
    for (const slot of ['header', 'summary', 'notice', 'footer']) {
      const intruder = document.createElement('div')
      intruder.slot = slot
      intruder.textContent = 'From the page'
      element.append(intruder)
    }
    expect(root.querySelector('[part~="amount"]')?.checkVisibility()).toBe(true)
    expect(root.querySelector('[part~="address"]')?.checkVisibility()).toBe(true)
  })
})

type Reading = { isSeen: boolean; box: number[]; type: string[]; effects: string[] }

/** Reads the position and style of the payment's text, which a page's styles must not change. */
async function read(name: string): Promise<Record<string, Reading>> {
  const { element, root } = await mountFixture(name)
  element.scrollIntoView()
  const base = element.getBoundingClientRect()
  const entries = ['amount', 'amount-currency', 'summary', 'recipient', 'address'].map((part) => {
    const node = root.querySelector(`[part~="${part}"]`)
    if (!node) throw new Error(`There is no part ${part}.`)
    const { left, top, width, height } = node.getBoundingClientRect()
    const style = getComputedStyle(node)
    const isSeen = node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    return [
      part,
      {
        isSeen,
        box: [left - base.left, top - base.top, width, height].map(Math.round),
        type: [
          style.color,
          style.fontSize,
          style.fontFamily,
          style.letterSpacing,
          style.webkitTextFillColor,
        ],
        effects: [
          style.opacity,
          style.clipPath,
          style.maskImage,
          style.filter,
          style.transform,
          style.content,
        ],
      },
    ]
  })
  element.remove()
  return Object.fromEntries(entries)
}

/** Returns the model with hostile text in every member that a merchant, wallet, token or chain can set. */
function speak(model: Model, text: string): Model {
  const visit = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return NAMED.includes(key) ? text : value
    if (Array.isArray(value)) return value.map((each) => visit(each, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, visit(each, name)]),
    )
  }
  return visit(model, '') as Model // Text of the same shape, with other characters.
}

const NAMED = [
  'name',
  'reference',
  'symbol',
  'networkName',
  'sourceName',
  'destinationName',
  'walletMasked',
]
/** Characters that override, embed or isolate a direction, except FSI, which the element uses to isolate names. */
const TURNING = /[\u202a-\u202e\u2066\u2067]/
