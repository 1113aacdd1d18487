import type { Page } from '@playwright/test'

/** The part of a response from `/pay` that stories change. */
export type PayAnswer = {
  transactions: { to: string; data: string }[]
  metadata: { sourceAmount: string; quoteExpiresAt: number }
}

/** Replaces the response from `/pay` with a changed response. */
export async function changePay(page: Page, change: (answer: PayAnswer) => void): Promise<void> {
  await page.route('**/v2/secure-payments/*/pay?*', async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const json: PayAnswer = await response.json()
    const truth = JSON.stringify(json)
    change(json)
    if (JSON.stringify(json) === truth) throw new Error('This lie is the truth.')
    return route.fulfill({ response, json })
  })
}
