import type { Page } from '@playwright/test'
import type { Call, Lie } from './lie.ts'

/** Returns the lie from `/pay`, from call number `from` on; 1 by default. */
export async function lieAboutCalldata(page: Page, { change }: Lie, from = 1): Promise<void> {
  let number = 0
  await page.route('**/v2/secure-payments/*/pay?*', async (route) => {
    number += 1
    const response = await route.fetch()
    if (number < from) return route.fulfill({ response })
    const answer = await response.json()
    const isBatch = 'batchPaymentTransaction' in answer
    const calls: Call[] = isBatch
      ? [...answer.ERC20ApprovalTransactions, answer.batchPaymentTransaction]
      : answer.transactions
    const truth = JSON.stringify(calls)
    change(calls)
    if (JSON.stringify(calls) === truth) throw new Error('This lie is the truth.')
    const json = isBatch
      ? {
          ...answer,
          ERC20ApprovalTransactions: calls.slice(0, -1),
          batchPaymentTransaction: calls.at(-1),
        }
      : { ...answer, transactions: calls }
    return route.fulfill({ response, json })
  })
}
