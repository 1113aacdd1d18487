import type { Hex } from 'viem'
import type { Config } from '../config.ts'
import { ensureDefined } from '../ensureDefined.ts'

/** The account that sends recurring payouts. */
export type Relayer = {
  /** EIP-55. */
  address: string
  /** Signs a transaction and returns its bytes. */
  sign(transaction: RelayTransaction): Promise<SignedTransaction>
  /** Parses the bytes of {@link Relayer.sign}. */
  parse(raw: Hex): RelayTransaction
}

/** A transaction from the relayer; it transfers no coins. Units are native base units. */
export type RelayTransaction = {
  chainId: number
  nonce: bigint
  to: string
  data: Hex
  /** Limit. */
  gas: bigint
  fees: RelayFees
}

/** A transaction's offer per unit of gas; on a legacy chain, `maxUnits` and `tipUnits` are both the gas price. */
export type RelayFees = { maxUnits: bigint; tipUnits: bigint; isLegacy: boolean }

/** Signed bytes with their hash. */
type SignedTransaction = { raw: Hex; hash: Hex }

let opened: { key: Hex; relayer: Promise<Relayer> } | null = null

/**
 * Opens the account of PAY_RELAYER_PRIVATE_KEY; null if none is set. The first call loads the signing library, so a host without the key
 * never loads it.
 */
export async function openRelayer({
  relayerPrivateKey: key,
}: Pick<Config, 'relayerPrivateKey'>): Promise<Relayer | null> {
  if (key === null) return null
  if (opened?.key !== key) opened = { key, relayer: load(key) }
  return opened.relayer
}

async function load(key: Hex): Promise<Relayer> {
  const [{ privateKeyToAccount }, { keccak256, parseTransaction }] = await Promise.all([
    import('viem/accounts'),
    import('viem'),
  ])
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
