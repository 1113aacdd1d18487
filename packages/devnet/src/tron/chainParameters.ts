import type { TronSwitches } from './tronSwitches.ts'

/** Sun in one TRX. */
export const SUN_PER_TRX = 1_000_000n
/** The price of a byte that free bandwidth does not cover, in sun. */
export const BANDWIDTH_PRICE_SUN = 1_000n
/** An account's free bytes per RECOVERY_MS. */
export const FREE_BANDWIDTH = 600n
/** The time in which used bandwidth and energy recover linearly: one day. */
export const RECOVERY_MS = 86_400_000
/** The bytes that java-tron adds to a transaction for its stored result. */
export const RESULT_BYTES = 64
/** The largest fee limit: 15,000 TRX. */
export const MAX_FEE_LIMIT_SUN = 15_000n * SUN_PER_TRX
/** The maximum time between the chain's time and the expiry of a transaction: one day. */
export const MAX_EXPIRATION_MS = 86_400_000
/** The time until a transaction that the node builds expires. */
export const EXPIRATION_MS = 60_000

/** Returns the response to `getchainparameters`: the parameters that wallets and hosts use. */
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
