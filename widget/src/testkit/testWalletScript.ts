import type { TestWalletOptions } from './TestWallet.ts'

/**
 * Joins the built script of `bundle.ts` and options into one text that installs a wallet wherever it runs: for
 * `page.addInitScript({ content })`, or a file that a development host serves to its page.
 */
export function testWalletScript(bundle: string, ...wallets: readonly TestWalletOptions[]): string {
  // `<` must not end an inline script, whatever a name contains.
  const data = JSON.stringify(wallets).replaceAll('<', '\\u003c')
  return `${bundle}\nfor (const options of ${data}) globalThis.__installTestWallet(options);\n`
}
