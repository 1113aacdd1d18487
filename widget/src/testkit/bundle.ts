/**
 * Entry of the script that installs test wallets in pages (built as an IIFE): defines `__installTestWallet` and
 * `__installTestTronWallet`, which `testWalletScript` and `testTronWalletScript` call.
 */
import { installTestTronWallet } from './installTestTronWallet.ts'
import { installTestWallet } from './installTestWallet.ts'

Object.assign(globalThis, {
  __installTestWallet: installTestWallet,
  __installTestTronWallet: installTestTronWallet,
})
