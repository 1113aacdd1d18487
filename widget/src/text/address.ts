/** `0x12ab…89cd`: names an account in a sentence; never use it to check a recipient. */
export function maskAddress(address: string): string {
  return address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
}

/** An address in groups of four: `0x5EcC`, `0000`, ... so that people can compare it by eye. */
export function groupAddress(address: string): string[] {
  const prefix = address.startsWith('0x') ? 2 : 0
  const first = address.slice(0, prefix + 4)
  return [first, ...(address.slice(prefix + 4).match(/…|[^…]{1,4}/g) ?? [])]
}
