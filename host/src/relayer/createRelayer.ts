import { type Hex, keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ensureDefined } from '../ensureDefined.ts'
import type { Relayer } from './openRelayer.ts'

/** Creates the account of a private key. */
export function createRelayer(key: Hex): Relayer {
  const account = privateKeyToAccount(key)
  return {
    address: account.address,
    async sign({ chainId, nonce, to, data, gas, fees }) {
      const common = { chainId, nonce: Number(nonce), to: asHex(to), data, gas }
      const raw = await (fees.isLegacy
        ? account.signTransaction({ ...common, type: 'legacy', gasPrice: fees.maxUnits })
        : account.signTransaction({
            ...common,
            type: 'eip1559',
            maxFeePerGas: fees.maxUnits,
            maxPriorityFeePerGas: fees.tipUnits,
          }))
      return { raw, hash: keccak256(raw) }
    },
    parse(raw) {
      const parsed = parseTransaction(raw)
      const { chainId = 0, nonce = 0, to, data = '0x', gas = 0n } = parsed
      const { gasPrice, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parsed
      const fees =
        gasPrice === undefined
          ? { maxUnits: maxFeePerGas, tipUnits: maxPriorityFeePerGas, isLegacy: false }
          : { maxUnits: gasPrice, tipUnits: gasPrice, isLegacy: true }
      return {
        chainId,
        nonce: BigInt(nonce),
        to: ensureDefined(to, 'The receiver of a stored transaction'),
        data,
        gas,
        fees,
      }
    },
  }
}

function asHex(text: string): Hex {
  return `0x${text.slice(2)}`
}
