/** The exports that need the curve of signatures, kept separate: pages and the start of a host do not load it. */
export { recoverTronSigner } from './recoverTronSigner.ts'
export { verifySignedTronTransaction } from './verifySignedTronTransaction.ts'
