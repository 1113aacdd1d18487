/** The chunk that loads when a wallet is near: everything that the first screen does not need. */

export { followAccount } from '../wallets/followAccount.ts'
export { createEngine } from './createEngine.ts'
