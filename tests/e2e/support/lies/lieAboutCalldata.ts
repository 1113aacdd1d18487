import type { Page } from '@playwright/test'
import type { Lie } from './lie.ts'
import { manipulate } from './manipulate.ts'

/** Puts the lie into the responses of `/pay`, from call number `from` on (1 by default). */
export async function lieAboutCalldata(page: Page, lie: Lie, from = 1): Promise<void> {
  let number = 0
  await page.route('**/v2/secure-payments/*/pay?*', async (route) => {
    number += 1
    const response = await route.fetch()
    if (number < from) return route.fulfill({ response })
    return route.fulfill({ response, json: manipulate(await response.json(), lie) })
  })
}
