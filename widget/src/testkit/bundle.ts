/**
 * Entry of the script that puts test wallets into pages (built as an IIFE): leaves `__installTestWallet` behind, which
 * `testWalletScript` calls.
 */
import { installTestWallet } from './installTestWallet.ts'

Object.assign(globalThis, { __installTestWallet: installTestWallet })
