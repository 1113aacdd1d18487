import type { Locator, Page } from '@playwright/test'

/** Finds the test wallet's own window, which the wallet opens in the page with `confirm: 'dialog'`. */
export function walletDialog(page: Page): { confirm: Locator; reject: Locator } {
  const dialog = page.locator('[data-test-wallet]').getByRole('dialog')
  return {
    confirm: dialog.getByRole('button', { name: 'Confirm' }),
    reject: dialog.getByRole('button', { name: 'Reject' }),
  }
}
