/** Shortens an address to `0x12ab…89cd` to name an account in a sentence. Never use it to check a recipient. */
export function maskAddress(address: string): string {
  return address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
}

/** Splits an address into groups of four: `0x5EcC`, `0000`, ... so that people can compare it by eye. */
export function groupAddress(address: string): string[] {
  const prefix = address.startsWith('0x') ? 2 : 0
  const first = address.slice(0, prefix + 4)
  return [first, ...(address.slice(prefix + 4).match(/…|[^…]{1,4}/g) ?? [])]
}
