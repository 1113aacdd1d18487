/** Bytes as `0x` and hex digits. The type equals viem's, so that values of both are interchangeable. */
export type Hex = `0x${string}`

/** An EVM address: `0x` and 40 hex digits. */
export type Address = `0x${string}`
