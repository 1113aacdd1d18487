import type { TronSwitches } from './tronSwitches.ts'

/** Sun in one TRX. */
export const SUN_PER_TRX = 1_000_000n
/** What a byte of a transaction costs when free bandwidth does not cover it, in sun. */
export const BANDWIDTH_PRICE_SUN = 1_000n
/** Bytes that an account may send without paying within RECOVERY_MS. */
export const FREE_BANDWIDTH = 600n
/** The time in which used bandwidth and energy come back, evenly: a day. */
export const RECOVERY_MS = 86_400_000
/** What java-tron adds to a transaction's bytes for the result that is stored with it. */
export const RESULT_BYTES = 64
/** The largest fee limit: 15,000 TRX. */
export const MAX_FEE_LIMIT_SUN = 15_000n * SUN_PER_TRX
/** How far ahead of the chain a transaction may expire: a day. */
export const MAX_EXPIRATION_MS = 86_400_000
/** How long a transaction that the node builds is good for. */
export const EXPIRATION_MS = 60_000

/** The answer to `getchainparameters`: those parameters that wallets and hosts calculate with. */
export function describeChainParameters({
  energyPriceSun,
}: Pick<TronSwitches, 'energyPriceSun'>): object {
  const parameters = {
    getTransactionFee: Number(BANDWIDTH_PRICE_SUN),
    getEnergyFee: energyPriceSun,
    getFreeNetLimit: Number(FREE_BANDWIDTH),
    getMaxFeeLimit: Number(MAX_FEE_LIMIT_SUN),
    getCreateAccountFee: 100_000,
    getCreateNewAccountFeeInSystemContract: 1_000_000,
    getMemoFee: 1_000_000,
    getMultiSignFee: 1_000_000,
    getAllowMultiSign: 1,
    getAllowCreationOfContracts: 1,
  }
  return { chainParameter: Object.entries(parameters).map(([key, value]) => ({ key, value })) }
}
