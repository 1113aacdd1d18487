/**
 * A bridge's price is rejected if its surcharge exceeds 10 % plus 25 whole tokens, which cover the gas of the most expensive chain.
 */
const MAX_FEE_PERCENT = 10n
const MAX_FLAT_FEE = 25n

/**
 * Returns the maximum that a bridge may transfer from a wallet for a payment, in base units of the token that is sent. Both tokens are
 * dollar stablecoins: `decimals` are the owed token's, `sentDecimals` the sent token's.
 */
export function mostToSend(dueUnits: bigint, decimals: number, sentDecimals: number): bigint {
  const scale = 10n ** BigInt(sentDecimals)
  const owedUnits = (dueUnits * scale) / 10n ** BigInt(decimals)
  return owedUnits + (owedUnits * MAX_FEE_PERCENT) / 100n + MAX_FLAT_FEE * scale
}
