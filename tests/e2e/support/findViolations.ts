import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Windows of test wallets, which stand for programs of their own. */
const WALLETS = '[data-test-wallet]'

/** What axe finds on a page as it is: the rules of WCAG 2.2 AA and its best practice. One line an element. */
export async function findViolations(page: Page): Promise<string[]> {
  // Without frames of other origins everything is found in the page itself; the other way opens a second page to count.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withTags(TAGS)
    .exclude(WALLETS)
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  )
}
