import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { packPictures } from './support/packPictures.ts'
import { servePages } from './support/servePages.ts'

const PAGES = join(import.meta.dirname, '../../playground/dist')
const PICTURES = join(import.meta.dirname, 'looks.spec.ts-snapshots')
const FINGERPRINT = join(import.meta.dirname, 'looks.fingerprint.json')
const HOW =
  'Record with: LOOKS=record npx playwright test --config tests/playwright.config.ts looks --update-snapshots, and look at every picture.'

/** Every state of the element, in every way that it can look. The first is kept large enough to read. */
const VARIANTS = [
  { name: 'light', query: 'theme=light', scale: 0.4 },
  { name: 'dark', query: 'theme=dark', scale: 0.2 },
  { name: 'rtl', query: 'theme=light&dir=rtl', scale: 0.2 },
  { name: 'narrow', query: 'theme=light&width=320', scale: 0.2 },
  { name: 'forced', query: 'theme=light', scale: 0.2, forcedColors: 'active' },
] as const

/** What shares a picture, by the states' names; the last takes what is left. */
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

for (const variant of VARIANTS) {
  test.describe(variant.name, () => {
    test.use({
      deviceScaleFactor: variant.scale,
      viewport: { width: 1_900, height: 1_200 },
      colorScheme: variant.name === 'dark' ? 'dark' : 'light',
      contextOptions: {
        reducedMotion: 'reduce',
        ...('forcedColors' in variant && { forcedColors: variant.forcedColors }),
      },
    })

    test(`every state looks as it was looked at, ${variant.name}`, { tag: '@deep' }, async ({
      page,
    }) => {
      test.slow()
      await using site = await servePages(PAGES)
      await page.goto(`${site.url}/states.html?${variant.query}`)
      await page.evaluate(settle)
      const own = await takeFingerprint(page)
      const isRecording = process.env['LOOKS'] === 'record'
      if (isRecording) await writeFile(FINGERPRINT, `${JSON.stringify(own, null, 2)}\n`)
      const recorded: unknown = JSON.parse(await readFile(FINGERPRINT, 'utf8'))
      test.skip(
        JSON.stringify(recorded) !== JSON.stringify(own),
        `The pictures were taken with another browser or other fonts. ${HOW}`,
      )
      for (const [sheet, states] of await divide(page)) {
        await page.evaluate(showOnly, states)
        await expect.soft(page.locator('main')).toHaveScreenshot(`${variant.name}-${sheet}.png`, {
          scale: 'device',
          animations: 'disabled',
          maxDiffPixelRatio: 0.001,
        })
      }
      if (isRecording) await packPictures(PICTURES, `${variant.name}-`)
    })
  })
}

/** The browser's version, and how wide it draws sample texts: what pictures depend on beside the code. */
async function takeFingerprint(page: Page): Promise<unknown> {
  const version = page.context().browser()?.version()
  const widths = await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    return ['15px system-ui', '600 40px system-ui', '13px monospace'].map((font) => {
      if (!pen) return 0
      pen.font = font
      return Math.round(pen.measureText('Payment 0123456789 WgÄش支払い').width * 100) / 100
    })
  })
  return { browser: version, widths: widths.join(' ') }
}

/** The states on each picture. */
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

/** In the page: resolves when every state stands with its own screen. */
async function settle(): Promise<void> {
  const MAX_ROUNDS = 600
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const elements = [...document.querySelectorAll('secure-payment')]
    // What loads shows the placeholder for as long as it likes; what waits for a chunk does not stay.
    const isReady = elements.every((element) => {
      const root = element.shadowRoot
      const isPlaceholder =
        root?.querySelector('.skeleton') && element.getAttribute('state') !== 'loading'
      return root?.querySelector('#heading') && !isPlaceholder
    })
    if (elements.length > 0 && isReady) return
  }
}

/** In the page: hides the other states. */
function showOnly(states: string[]): void {
  for (const figure of document.querySelectorAll('figure')) {
    figure.hidden = !states.includes(figure.querySelector('figcaption')?.textContent ?? '')
  }
}
