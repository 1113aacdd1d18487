export { installTestWallet } from './installTestWallet.ts'
export {
  TestWallet,
  type TestWalletCall,
  type TestWalletMode,
  type TestWalletOptions,
  WalletRpcError,
} from './TestWallet.ts'
export { testWalletScript } from './testWalletScript.ts'
