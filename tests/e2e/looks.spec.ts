import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { drawLetters } from './support/pictures/drawLetters.ts'
import { findChangedStates, HOW_TO_RECORD } from './support/pictures/findChangedStates.ts'
import { findDifferences } from './support/pictures/findDifferences.ts'
import { pictureTest as test } from './support/pictures/pictureTest.ts'
import { readPng } from './support/pictures/readPng.ts'
import { writePng } from './support/pictures/writePng.ts'
import { servePages } from './support/servePages.ts'

const PAGES = join(import.meta.dirname, '../../playground/dist')
const PICTURES = join(import.meta.dirname, 'looks')
const LETTERS = join(PICTURES, 'letters.png')

/** The states that most payers see, for the quick tier. */
const MAIN = [
  'connect',
  'review',
  'signing',
  'confirming',
  'succeeded',
  'payout-review',
  'failed-reverted',
  'unavailable-expired',
]
const MAIN_QUERY = `theme=light&states=${MAIN.join(',')}`

/**
 * The appearances in which the element's states are recorded; `main` has only the states of the quick tier. The pictures of the first two
 * are large enough to read.
 */
const VARIANTS = [
  { name: 'main', query: MAIN_QUERY, square: 1, isDeep: false },
  { name: 'light', query: 'theme=light', square: 2, isDeep: true },
  { name: 'dark', query: 'theme=dark', square: 5, isDeep: true },
  { name: 'rtl', query: 'theme=light&dir=rtl', square: 5, isDeep: true },
  { name: 'narrow', query: 'theme=light&width=320', square: 5, isDeep: true },
  { name: 'forced', query: 'theme=light', square: 5, isDeep: true, forcedColors: 'active' },
] as const

/** Each picture's states, by their names; the last pattern matches all remaining states. */
const SHEETS: readonly (readonly [string, RegExp])[] = [
  ['bridge', /^bridge/],
  ['tron', /^tron/],
  ['payout', /^payout/],
  ['failed', /^(failed|unavailable|blocked)/],
  ['connect', /^(loading|connect)/],
  ['review', /^(options|review)/],
  ['end', /^(succeeded|partial|unknown|locked|resuming)/],
  ['progress', /./],
]

/** Small changes to the element that shows `review`; each runs in the page. */
const CHANGES: Readonly<Record<string, (element: Element) => void>> = {
  'the colour of a surface': (element) => {
    const button = element.shadowRoot?.querySelector<HTMLElement>('.actions button')
    if (button) button.style.background = '#1c2b6a'
  },
  'the colour of a text': (element) => {
    const label = element.shadowRoot?.querySelector('dt')
    if (label) label.style.color = '#b3261e'
  },
  'a padding of one pixel': (element) => {
    const summary = element.shadowRoot?.querySelector<HTMLElement>('.summary')
    if (summary) summary.style.paddingBlockStart = '1px'
  },
  'a word': (element) => {
    const label = element.shadowRoot?.querySelector('dt')
    if (label) label.textContent = label.textContent.replace('receives', 'gets')
  },
}

test.use({
  deviceScaleFactor: 1,
  viewport: { width: 1_900, height: 1_200 },
  locale: 'en-US',
  timezoneId: 'UTC',
})

for (const variant of VARIANTS) {
  test.describe(variant.name, () => {
    test.use({
      colorScheme: variant.name === 'dark' ? 'dark' : 'light',
      contextOptions: {
        reducedMotion: 'reduce',
        ...('forcedColors' in variant && { forcedColors: variant.forcedColors }),
      },
    })

    test(
      `Every state matches its recorded picture, ${variant.name}`,
      {
        tag: variant.isDeep ? '@deep' : [],
      },
      async ({ page }, testInfo) => {
        test.slow()
        await using site = await servePages(PAGES)
        await page.goto(`${site.url}/states.html?${variant.query}`)
        await page.evaluate(settle)
        const isRecording = process.env['LOOKS'] === 'record'
        const hasSameLetters = await compareLetters(page, isRecording)
        const changed: string[] = []
        const sheets: [string, string[]][] =
          variant.name === 'main' ? [['states', MAIN]] : await divide(page)
        for (const [sheet, states] of sheets) {
          await page.evaluate(showOnly, states)
          const name = `${variant.name}-${sheet}`
          const file = join(PICTURES, `${name}.png`)
          const { square } = variant
          const compared = { file, name, square, isRecording, hasSameLetters }
          changed.push(...(await findChangedStates(page, testInfo, compared)))
        }
        expect(changed, `These states look different. ${HOW_TO_RECORD}`).toEqual([])
      },
    )
  })
}

test.describe('changes', () => {
  test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

  test(
    'The comparison detects one changed colour, padding or word',
    { tag: '@deep' },
    async ({ page }, testInfo) => {
      await using site = await servePages(PAGES)
      const look = async (change: (element: Element) => void, isRecording = false) => {
        await page.goto(`${site.url}/states.html?theme=light&states=connect,review`)
        await page.evaluate(settle)
        const hasSameLetters = await compareLetters(page, false)
        await page.locator('[token=review]').evaluate(change)
        const sheet = { file: testInfo.outputPath('recorded.png'), name: 'changed', square: 5 }
        return findChangedStates(page, testInfo, { ...sheet, isRecording, hasSameLetters })
      }
      const nothing = () => {}
      await look(nothing, true)
      expect(await look(nothing)).toEqual([])
      for (const [what, change] of Object.entries(CHANGES)) {
        expect(await look(change), what).toContain('review')
      }
    },
  )
})

/** Returns whether this browser draws sample letters exactly as the recording browser did; records the letters on request. */
async function compareLetters(page: Page, isRecording: boolean): Promise<boolean> {
  const letters = await drawLetters(page)
  if (isRecording) {
    await writeFile(LETTERS, writePng(letters))
    return true
  }
  const recorded = readPng(await readFile(LETTERS))
  const isSame =
    letters.width === recorded.width &&
    letters.height === recorded.height &&
    findDifferences(letters, recorded, 0).length === 0
  if (!isSame) {
    console.warn(
      `Chromium ${page.context().browser()?.version()} draws letters unlike the one that recorded the pictures: small changes of colour are not found.`,
    )
  }
  return isSame
}

/** Returns each picture's states. */
async function divide(page: Page): Promise<[string, string[]][]> {
  const names = await page.locator('figcaption').allTextContents()
  expect(names.length).toBeGreaterThan(100)
  const left = new Set(names)
  return SHEETS.map(([sheet, pattern]) => {
    const own = [...left].filter((name) => pattern.test(name))
    for (const name of own) left.delete(name)
    return [sheet, own]
  })
}

/** Runs in the page: resolves when every element shows its own screen. */
async function settle(): Promise<void> {
  const MAX_ROUNDS = 600
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const elements = [...document.querySelectorAll('secure-payment')]
    // A loading state keeps its placeholder; an element that waits for a chunk soon replaces the placeholder.
    const isReady = elements.every((element) => {
      const root = element.shadowRoot
      const isPlaceholder =
        root?.querySelector('.skeleton') && element.getAttribute('state') !== 'loading'
      return root?.querySelector('#heading') && !isPlaceholder
    })
    if (elements.length > 0 && isReady) return
  }
}

/** Runs in the page: hides the other states. */
function showOnly(states: string[]): void {
  for (const figure of document.querySelectorAll('figure')) {
    figure.hidden = !states.includes(figure.querySelector('figcaption')?.textContent ?? '')
  }
}
