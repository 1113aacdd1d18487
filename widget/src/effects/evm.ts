/** The chunk that is loaded when a wallet is near: all that the first screen can do without. */

export { findSources } from '../bridge/bridgeOptions.ts'
export { followAccount } from '../wallets/followAccount.ts'
export { createEngine } from './createEngine.ts'
