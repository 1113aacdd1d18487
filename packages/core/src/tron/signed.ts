/** The exports that need the signature curve, kept separate: pages and a starting host do not load it. */
export { recoverTronSigner } from './recoverTronSigner.ts'
export { verifySignedTronTransaction } from './verifySignedTronTransaction.ts'
