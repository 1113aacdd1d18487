import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { findEnglish, listTexts } from '../testing/findEnglish.ts'
import { findOverflow } from '../testing/findOverflow.ts'
import { FIXTURE_TIME_MS, mountFixture } from '../testing/mountFixture.ts'
import { fixtures } from '../views/fixtures.ts'
import { en } from './en.ts'
import { enAccepted } from './enAccepted.ts'
import { enBridge } from './enBridge.ts'
import { enFlow } from './enFlow.ts'
import { enPayout } from './enPayout.ts'
import { enPermit } from './enPermit.ts'
import { enQuoted } from './enQuoted.ts'
import { enTron } from './enTron.ts'
import { enWallets } from './enWallets.ts'
import { LANGUAGES } from './languages.ts'

const names = Object.keys(fixtures)

beforeEach(async () => {
  vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
  await page.viewport(320, 1_000)
})

afterEach(async () => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
  await page.viewport(480, 900)
})

describe('every state at 320 px', () => {
  test.each(names)(
    'the state %s at 320 px fits and contains no English in any other language',
    async (name) => {
      const found: string[] = []
      let mounted = await mountFixture(name)
      for (const lang of LANGUAGES) {
        // A trigger shows only its text, and no mark of its language: a new one is in that language.
        if (mounted.root.querySelector('.base')?.hasAttribute('lang') === false) {
          mounted.element.remove()
          mounted = await mountFixture(name, { attributes: { lang } })
        }
        const { element, root } = mounted
        const base = (): HTMLElement | null => root.querySelector<HTMLElement>('.base')
        element.lang = lang
        const spoken = (): string | undefined => (base() ? base()?.lang || lang : undefined)
        await expect.poll(spoken, { interval: 5 }).toBe(lang)
        unfold(root)
        expect(base()?.getAttribute('dir')).toBe(lang === 'ar' ? 'rtl' : 'ltr')
        found.push(...findOverflow(element).map((node) => `${lang}: ${node} stands out`))
        found.push(...clippedButtons(root).map((label) => `${lang}: ${label} is cut off`))
        found.push(...overlaps(root).map((row) => `${lang}: ${row} overlaps`))
        found.push(...(await findEnglish(listTexts(root), lang)).map((text) => `${lang}: ${text}`))
      }
      expect(found).toEqual([])
    },
  )

  test('every state at 320 px fits with text two fifths longer than the English text', async () => {
    const strings = {
      ...stretch({ ...en, ...enFlow }),
      payout: stretch(enPayout),
      accepted: stretch(enAccepted),
      bridge: stretch(enBridge),
      quoted: stretch(enQuoted),
      tron: stretch(enTron),
      wallets: stretch(enWallets),
      permit: stretch(enPermit),
    }
    const found: string[] = []
    for (const name of names) {
      const { element, root } = await mountFixture(name)
      element.strings = strings
      await element.updateComplete
      unfold(root)
      found.push(...findOverflow(element).map((node) => `${name}: ${node} stands out`))
      found.push(...clippedButtons(root).map((label) => `${name}: ${label} is cut off`))
      found.push(...overlaps(root).map((row) => `${name}: ${row} overlaps`))
      element.remove()
    }
    expect(found).toEqual([])
  })
})

describe('a change of language', () => {
  test('a change of the element’s or the page’s language changes the text at once', async () => {
    const { element, root } = await mountFixture('connect')
    const heading = (): string => root.querySelector('#heading')?.textContent ?? ''
    expect(heading()).toBe(en.connectTitle)
    element.lang = 'ja-JP'
    await expect.poll(heading).toBe('ウォレットを選択')
    element.removeAttribute('lang')
    document.documentElement.lang = 'de'
    await expect.poll(heading).toBe('Wallet auswählen')
    document.documentElement.lang = 'en'
    await expect.poll(heading).toBe(en.connectTitle)
  })

  test('a change of language to English keeps the screen of a payment until the English text has loaded', async () => {
    const { element, root } = await mountFixture('review', { attributes: { lang: 'de' } })
    const heading = (): string => root.querySelector('#heading')?.textContent ?? ''
    await expect.poll(heading).not.toBe(enFlow.reviewTitle)
    const german = heading()
    const seen = new Set<string>()
    const observer = new MutationObserver(() => seen.add(heading()))
    observer.observe(root, { childList: true, characterData: true, subtree: true })
    element.lang = 'en'
    await expect.poll(heading).toBe(enFlow.reviewTitle)
    observer.disconnect()
    expect([...seen].filter((text) => text !== german)).toEqual([enFlow.reviewTitle])
  })

  test.each(['constructor', 'xx', '"><script>', 'la'])(
    'a change of language to %j, which has no locale, falls back to English',
    async (lang) => {
      const { root } = await mountFixture('connect', { attributes: { lang } })
      expect(root.querySelector('#heading')?.textContent).toBe(en.connectTitle)
    },
  )

  test("a change of language keeps the page's own sentences of every kind", async () => {
    const { element, root } = await mountFixture('payout-review', { attributes: { lang: 'fr' } })
    element.strings = { back: 'Zurück!', payout: { payButton: () => 'Los!' } }
    await element.updateComplete
    expect(root.textContent).toContain('Zurück!')
    expect(root.querySelector('[part~="pay-button"]')?.textContent?.trim()).toBe('Los!')
  })
})

function unfold(root: ShadowRoot): void {
  for (const details of root.querySelectorAll('details')) details.open = true
}

/** Returns the labels that are wider than their buttons. */
function clippedButtons(root: ShadowRoot): string[] {
  return [...root.querySelectorAll<HTMLElement>('.button')]
    .filter((button) => button.scrollWidth > button.clientWidth)
    .map((button) => button.textContent?.trim() ?? '')
}

/** Returns the sentences, each lengthened by two fifths. */
function stretch(table: object): object {
  const longer = (text: string): string =>
    text + ' ẃóŕďš'.repeat(Math.ceil((text.length * 0.4) / 6))
  return Object.fromEntries(
    Object.entries(table).map(([key, value]): [string, unknown] => {
      if (key === 'dir') return [key, value]
      if (typeof value === 'string') return [key, longer(value)]
      if (typeof value === 'function')
        return [key, (...params: unknown[]) => longer(value(...params))]
      return [key, stretch(value)]
    }),
  )
}

/** Returns the header and account rows whose contents overlap. */
function overlaps(root: ShadowRoot): string[] {
  const rows = [...root.querySelectorAll('.header, [part="account"]')].filter((row) =>
    row.checkVisibility(),
  )
  return rows
    .filter(({ children: [first, second] }) => {
      if (first === undefined || second === undefined) return false
      const [one, other] = [boxOf(first), boxOf(second)]
      const isBeside = one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5
      return isBeside && one.left < other.right - 0.5 && other.left < one.right - 0.5
    })
    .map(({ textContent }) => textContent?.trim() ?? '')
}

function boxOf(node: Element): DOMRect {
  const range = document.createRange()
  range.selectNodeContents(node)
  return range.getBoundingClientRect()
}
