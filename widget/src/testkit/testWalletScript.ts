import type { TestTronWalletOptions } from './TestTronWallet.ts'
import type { TestWalletOptions } from './TestWallet.ts'

/**
 * Joins the built script of `bundle.ts` and the options into one script, which installs a wallet in the page that runs it. Pass it to
 * `page.addInitScript({ content })`, or serve it to a page as a file.
 */
export function testWalletScript(bundle: string, ...wallets: readonly TestWalletOptions[]): string {
  return script(bundle, '__installTestWallet', wallets)
}

/** Returns a script like `testWalletScript`, for wallets on Tron; the page's `__signTronTransaction` signs for them. */
export function testTronWalletScript(
  bundle: string,
  ...wallets: readonly TestTronWalletOptions[]
): string {
  return script(bundle, '__installTestTronWallet', wallets)
}

function script(bundle: string, install: string, wallets: readonly object[]): string {
  // Escapes `<`, so that a name with `</script>` cannot end an inline script.
  const data = JSON.stringify(wallets).replaceAll('<', '\\u003c')
  return `${bundle}\nfor (const options of ${data}) globalThis.${install}(options);\n`
}
