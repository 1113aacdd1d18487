import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Windows of test wallets, which stand for separate programs. */
const WALLETS = '[data-test-wallet]'

/** Returns axe's findings on a page: the rules of WCAG 2.2 AA and its best practice. One line per element. */
export async function findViolations(page: Page): Promise<string[]> {
  // Without frames of other origins, axe finds everything in the page itself; the other mode opens a second page to count.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withTags(TAGS)
    .exclude(WALLETS)
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  )
}
