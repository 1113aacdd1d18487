// Written by packages/core/scripts/catalogue.ts.

/** One line per token: symbol, decimals, address. */
export const lines = `UNI 18 0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984
WETH 18 0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14`
