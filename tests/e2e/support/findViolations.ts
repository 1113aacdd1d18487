import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Windows of test wallets, which stand for separate programs. */
const WALLETS = '[data-test-wallet]'

/** The rules whose result depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Returns axe's violations on a page, one line per element. Checks the rules of WCAG 2.2 AA and axe's best practices, or only the colour
 * rules.
 */
export async function findViolations(
  page: Page,
  rules: 'all' | 'colours' = 'all',
): Promise<string[]> {
  // The pages have no cross-origin frames, so axe's legacy mode finds everything. The default mode opens a second page.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude(WALLETS)
  const chosen = rules === 'all' ? axe.withTags(TAGS) : axe.withRules(COLOUR_RULES)
  const { violations } = await chosen.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  )
}
