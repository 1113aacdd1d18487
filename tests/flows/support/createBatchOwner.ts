import type { Chains } from '@secure-payment/devnet'
import { type Hex, parseAbi, toHex } from 'viem'

/** The operations of the batch contract's owner on the devnet, and an operation that the contract forbids. */
export type BatchOwner = {
  /** Sets the fee, in basis points. */
  setFee(fee: number): Promise<void>
  /** Caps the fee, in whole dollars. */
  setLimit(dollars: bigint): Promise<void>
  /** Writes a fee that `setBatchFee` rejects to the contract's storage. */
  overwriteFee(fee: bigint): Promise<void>
}

/** The devnet account that owns the contract. */
const OWNER_INDEX = 9
/** The contract stores its fee in 16 bits of this slot, between its denominator and an address. */
const SLOT = toHex(3, { size: 32 })

const abi = parseAbi([
  'function setBatchFee(uint16 batchFee)',
  'function setBatchFeeAmountUSDLimit(uint64 limit)',
  'function batchFee() view returns (uint256)',
])

/** Creates the owner of the devnet's batch contract. */
export function createBatchOwner(chains: Chains): BatchOwner {
  const address = chains.contract('devnet', 'BatchConversionPayments')
  const wallet = chains.wallet('devnet', OWNER_INDEX)
  return {
    async setFee(fee) {
      const receipt = await wallet.writeContractSync({
        address,
        abi,
        functionName: 'setBatchFee',
        args: [fee],
      })
      if (receipt.status !== 'success') throw new Error('The fee was not set.')
    },
    async setLimit(dollars) {
      const receipt = await wallet.writeContractSync({
        address,
        abi,
        functionName: 'setBatchFeeAmountUSDLimit',
        args: [dollars * 10n ** 8n],
      })
      if (receipt.status !== 'success') throw new Error('The limit was not set.')
    },
    async overwriteFee(fee) {
      const client = chains.client('devnet')
      const word = (await client.getStorageAt({ address, slot: SLOT })) ?? '0x'
      await client.setStorageAt({ address, index: SLOT, value: withFee(word, fee) })
      const stored = await client.readContract({ address, abi, functionName: 'batchFee' })
      if (BigInt(stored) !== fee) throw new Error('The fee was not found.')
    },
  }
}

/** Writes a fee into the slot's word, which must contain a fee of zero before. */
function withFee(word: Hex, fee: bigint): Hex {
  const denominator = toHex(10_000, { size: 2 }).slice(2)
  const value = word.replace(`${denominator}0000`, denominator + toHex(fee, { size: 2 }).slice(2))
  return `0x${value.slice(2)}`
}
