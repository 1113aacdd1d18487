import type { Address, Hex } from 'viem'
import type { Payer } from './startPayouts.ts'

/** A permit's typed data in the API's response. */
export type PermitWire = {
  domain: { name: string; version: string; chainId: number; verifyingContract: Address }
  types: { Permit: { name: string; type: string }[] }
  primaryType: 'Permit'
  message: { owner: Address; spender: Address; value: string; nonce: string; deadline: number }
}

/** Signs a permit, or a changed permit, as a wallet does with the received JSON. */
export function signPermit(
  key: Payer,
  permit: PermitWire,
  changes: Partial<PermitWire['message']> = {},
): Promise<Hex> {
  const message = { ...permit.message, ...changes }
  return key.signTypedData({
    ...permit,
    message: {
      ...message,
      value: BigInt(message.value),
      nonce: BigInt(message.nonce),
      deadline: BigInt(message.deadline),
    },
  })
}
