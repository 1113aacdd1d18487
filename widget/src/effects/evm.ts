/** The chunk with the engine, which loads when the payer is about to choose a wallet. */

export { followAccount } from '../wallets/followAccount.ts'
export { createEngine } from './createEngine.ts'
