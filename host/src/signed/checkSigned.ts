import type { SignatureKind, SignedPaymentTypedData } from '@secure-payment/core/signed'
import { type Hex, hashTypedData, isAddressEqual, recoverAddress } from 'viem'
import type { ChainClient } from '../chains/chainClient.ts'

/** The length of a plain ECDSA signature: `0x` and 65 bytes in hex. */
const PLAIN_LENGTH = 2 + 2 * 65

/**
 * Verifies a signature of typed data: by the payer's key, or by the payer's code (ERC-1271, also behind EIP-7702). Returns the signature as
 * contracts accept it; null if the payer did not make it. A permit (EIP-2612) can only be signed by a key.
 *
 * @throws ChainUnavailableError
 */
export async function checkSigned(
  chain: Pick<ChainClient, 'checkSignature'>,
  data: SignedPaymentTypedData,
  { payer, kind, signature }: { payer: Hex; kind: SignatureKind; signature: Hex },
): Promise<Hex | null> {
  const hash = hashTypedData(asTypedData(data))
  if (signature.length === PLAIN_LENGTH) {
    const plain = withUsualV(signature)
    const signer = await recoverAddress({ hash, signature: plain }).catch(() => null)
    if (signer !== null && isAddressEqual(signer, payer)) return plain
  }
  if (kind === 'eip2612') return null
  const verdict = await chain.checkSignature({ account: payer, hash, signature, deployment: null })
  return verdict === 'valid' || verdict === 'valid_delegate' ? signature : null
}

/** Some wallets return v as 0 or 1; contracts accept only 27 and 28. */
function withUsualV(signature: Hex): Hex {
  const v = Number.parseInt(signature.slice(-2), 16)
  return v < 27 ? `0x${signature.slice(2, -2)}${(v + 27).toString(16)}` : signature
}

/** viem's types name the members of each message, which depend on the kind here. */
function asTypedData(data: SignedPaymentTypedData): Parameters<typeof hashTypedData>[0] {
  return data as Parameters<typeof hashTypedData>[0]
}
