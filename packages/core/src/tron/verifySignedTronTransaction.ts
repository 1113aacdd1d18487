import { formatTronTransaction, type TronTransaction } from './formatTronTransaction.ts'
import { recoverTronSigner } from './recoverTronSigner.ts'
import { TronTransactionMismatchError } from './TronTransactionMismatchError.ts'
import { type TronExpectation, verifyTronTransaction } from './verifyTronTransaction.ts'

/**
 * Checks a signed transaction like `verifyTronTransaction`, and that its owner's key made its one signature. Returns the transaction to
 * send, encoded again from its bytes; only the signature comes from the received JSON.
 *
 * @throws TronTransactionMismatchError naming the first field that differs.
 */
export function verifySignedTronTransaction(
  transaction: unknown,
  expected: TronExpectation,
): TronTransaction & { signature: string[] } {
  const parsed = verifyTronTransaction(transaction, expected)
  const honest = formatTronTransaction(parsed)
  const signature = signatureOf(transaction)
  const signer = recoverTronSigner(honest.txID, signature)
  if (signer === parsed.owner) return { ...honest, signature: [signature] }
  throw new TronTransactionMismatchError({
    field: 'signature',
    expected: `the signature of ${parsed.owner}`,
    actual: signature === '' ? 'none' : `the signature of ${signer ?? 'no account'}`,
  })
}

/** Returns the transaction's only signature, whose form has been checked; an empty string if it is unsigned. */
function signatureOf(transaction: unknown): string {
  if (typeof transaction !== 'object' || transaction === null) return ''
  if (!('signature' in transaction) || !Array.isArray(transaction.signature)) return ''
  const [signature]: readonly unknown[] = transaction.signature
  return typeof signature === 'string' ? signature.replace(/^0x/, '').toLowerCase() : ''
}
