/** The exports that need the signature curve, kept separate, so that pages and a starting host do not load the curve. */
export { recoverTronSigner } from './recoverTronSigner.ts'
export { verifySignedTronTransaction } from './verifySignedTronTransaction.ts'
