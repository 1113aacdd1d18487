export { installTestTronWallet } from './installTestTronWallet.ts'
export { installTestWallet } from './installTestWallet.ts'
export {
  type SignTron,
  type SignTronMessage,
  type TestTronInjection,
  TestTronWallet,
  type TestTronWalletMode,
  type TestTronWalletOptions,
} from './TestTronWallet.ts'
export {
  TestWallet,
  type TestWalletCall,
  type TestWalletOptions,
  WalletRpcError,
} from './TestWallet.ts'
export type { TestWalletMode } from './testWalletMode.ts'
export { testTronWalletScript, testWalletScript } from './testWalletScript.ts'
