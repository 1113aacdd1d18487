/** Bytes as `0x` and hex digits. The type is the one that viem has, so that their values are interchangeable. */
export type Hex = `0x${string}`

/** An EVM address: `0x` and 40 hex digits. */
export type Address = `0x${string}`
