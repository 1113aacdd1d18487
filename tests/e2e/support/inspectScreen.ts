import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const NARROW = { width: 320, height: 800 }

/**
 * Asserts that axe finds nothing on the page as it is, light and dark, and that at 320 px nothing sticks out of it.
 * A finding does not end the story: all screens of it are looked at.
 */
export async function inspectScreen(page: Page, screen: string): Promise<void> {
  const size = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(settle)
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
    )
    expect.soft(found, `axe on ${screen}, ${colorScheme}`).toEqual([])
  }
  await page.setViewportSize(NARROW)
  await page.evaluate(settle)
  expect.soft(await page.evaluate(findOverflow), `${screen} at 320 px`).toEqual([])
  if (size !== null) await page.setViewportSize(size)
}

/** In the page: two frames on, every transition that has an end is over. */
async function settle(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
  const roots = [
    document,
    ...[...document.querySelectorAll('*')].flatMap((e) => e.shadowRoot ?? []),
  ]
  const animations = roots.flatMap((root) => root.getAnimations())
  const finite = animations.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(finite.map(({ finished }) => finished))
}

/**
 * In the page: what reaches over the edges of the page, or of the element's column, or over its own box, but for content
 * of boxes that scroll or clip. Copy buttons reach into the card's padding on purpose: they are 44 px wide to be hit.
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
    // Slots have no box, and text for screen readers alone one of a pixel.
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
