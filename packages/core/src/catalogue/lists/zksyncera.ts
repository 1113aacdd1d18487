// Written by packages/core/scripts/catalogue.ts.

/** One line per token: symbol, decimals, address. */
export const lines = `ZK 18 0x5A7d6b2F92C77FAD6CCaBd7EE0624E64907Eaf3E`
