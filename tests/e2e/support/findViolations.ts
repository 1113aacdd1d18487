import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Windows of test wallets, which stand for separate programs. */
const WALLETS = '[data-test-wallet]'

/** The rules whose result depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Returns axe's findings on a page: the rules of WCAG 2.2 AA and its best practice, or only those about colours. One line per element.
 */
export async function findViolations(
  page: Page,
  rules: 'all' | 'colours' = 'all',
): Promise<string[]> {
  // Without frames of other origins, axe finds everything in the page itself; the other mode opens a second page to count.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude(WALLETS)
  const chosen = rules === 'all' ? axe.withTags(TAGS) : axe.withRules(COLOUR_RULES)
  const { violations } = await chosen.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  )
}
