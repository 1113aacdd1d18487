import { expect, type Page } from '@playwright/test'
import { IS_QUICK } from '../../tiers.ts'
import { findViolations } from './findViolations.ts'

const NARROW = { width: 320, height: 800 }
/** The quick tier inspects one screen in four, by the commit's seed. The browser suites inspect the screens' states in every run. */
const SHARES = 4
const SHARE = Number(process.env['TEST_SEED'] ?? 0) % SHARES

/** Inspects a screen like `inspectAlways`. The quick tier inspects only its share of the screens, which the screens' names decide. */
export async function inspectScreen(page: Page, screen: string): Promise<void> {
  const sum = [...screen].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0)
  if (!IS_QUICK || sum % SHARES === SHARE) await inspectAlways(page, screen)
}

/**
 * Asserts that axe finds nothing on the page, light and dark, and that nothing overflows at 320 px. A finding does not end the story, so
 * that the story inspects all of its screens.
 */
export async function inspectAlways(page: Page, screen: string): Promise<void> {
  const size = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(settle)
    // Both schemes have the same elements, so only the colours can differ.
    const rules = colorScheme === 'light' ? 'all' : 'colours'
    const found = await findViolations(page, rules)
    expect.soft(found, `axe on ${screen}, ${colorScheme}`).toEqual([])
  }
  await page.setViewportSize(NARROW)
  await page.evaluate(settle)
  expect.soft(await page.evaluate(findOverflow), `${screen} at 320 px`).toEqual([])
  if (size !== null) await page.setViewportSize(size)
}

/** Runs in the page: resolves when all finite animations have ended, including animations that other animations start. */
async function settle(): Promise<void> {
  const MAX_ROUNDS = 60
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  // A root lists only its own elements, so every shadow tree is searched, at any depth.
  const withShadows = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => {
    const shadows = [...root.querySelectorAll('*')].flatMap((e) => e.shadowRoot ?? [])
    return [root, ...shadows.flatMap(withShadows)]
  }
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await frame()
    await frame()
    const animations = withShadows(document).flatMap((root) => root.getAnimations())
    const finite = animations.filter(({ effect }) => {
      return effect?.getComputedTiming().endTime !== Infinity
    })
    const running = finite.filter(({ playState }) => playState === 'running')
    if (running.length === 0) return
    await Promise.allSettled(running.map(({ finished }) => finished))
  }
}

/**
 * Runs in the page: finds content that overflows the page, the element's column or its own box. Ignores the content of boxes that scroll or
 * clip. Copy buttons overlap the card's padding on purpose: they are 44 px wide as a touch target.
 */
function findOverflow(): string[] {
  const width = document.documentElement.clientWidth
  const found: string[] = []
  const root = document.scrollingElement
  if (root !== null && root.scrollWidth > width) found.push(`document: ${root.scrollWidth} px`)
  const visit = (element: Element, from: number, to: number): void => {
    const { left, right } = element.getBoundingClientRect()
    const name = `${element.localName}.${element.className}`
    const isCopyButton = element.matches('[part~="copy-button"]')
    const [min, max] = isCopyButton ? [0, width] : [from, to]
    // Slots have no box, and the text for screen readers has a box of one pixel.
    if (right - left > 1 && (left < min - 0.5 || right > max + 0.5)) {
      found.push(`${name}: ${left} to ${right} of ${min} to ${max} px`)
    }
    const { overflowX, display } = getComputedStyle(element)
    if (overflowX !== 'visible' || isCopyButton) return
    const isLeaf = element instanceof HTMLElement && element.children.length === 0
    if (isLeaf && display !== 'inline' && element.scrollWidth > element.clientWidth + 1) {
      found.push(`${name}: content of ${element.scrollWidth} px`)
    }
    const isColumn = element.matches('.screen')
    const children = [...element.children, ...(element.shadowRoot?.children ?? [])]
    for (const child of children) visit(child, isColumn ? left : from, isColumn ? right : to)
  }
  visit(document.body, 0, width)
  return found
}
