/** Shows enough of a wallet's address for its owner to recognise it, but not enough for others: `0x12ab…89cd`. */
export function maskWallet(wallet: string): string {
  return `${wallet.slice(0, 6)}…${wallet.slice(-4)}`
}
