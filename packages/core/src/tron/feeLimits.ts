/**
 * The maximum that a call may burn for energy, in sun (10^-6 TRX): 100 TRX for an approval, 300 TRX for a payment. The limits equal those
 * in Request Network's payment library. A call that needs more fails with OUT_OF_ENERGY and burns the whole limit.
 */
export const TRON_FEE_LIMITS = { approveSun: 100_000_000n, paySun: 300_000_000n } as const
