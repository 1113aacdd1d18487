/**
 * Entry of the script that puts test wallets into pages (built as an IIFE): leaves `__installTestWallet` and
 * `__installTestTronWallet` behind, which `testWalletScript` and `testTronWalletScript` call.
 */
import { installTestTronWallet } from './installTestTronWallet.ts'
import { installTestWallet } from './installTestWallet.ts'

Object.assign(globalThis, {
  __installTestWallet: installTestWallet,
  __installTestTronWallet: installTestTronWallet,
})
