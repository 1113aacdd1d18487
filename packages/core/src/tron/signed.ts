/** What needs the curve of signatures, apart: pages and the start of a host do without it. */
export { recoverTronSigner } from './recoverTronSigner.ts'
export { verifySignedTronTransaction } from './verifySignedTronTransaction.ts'
