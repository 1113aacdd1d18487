import { tronAddressBody } from '@secure-payment/core'

/** The reason code of each denied wallet, by its key (see `walletKey`). */
export type DenyList = ReadonlyMap<string, string>

const EVM = /^0x[0-9a-f]{40}$/i
const REASON = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/
/** The reason code of an entry that states none. */
const DENIED = 'deny_list'

/** Returns the form in which addresses are compared: letters of EVM addresses have no case; those of Tron addresses do. */
export function walletKey(address: string): string {
  return EVM.test(address) ? address.toLowerCase() : address
}

/**
 * Parses a deny list: one EVM or Tron address per line, in any letter case and without regard to a checksum of EVM addresses. A reason code
 * may follow after a space, and a comment after `#`. Returns the number of the first line that is none of these, counted from one.
 */
export function parseDenyList(
  text: string,
): { list: DenyList; badLine: null } | { list: null; badLine: number } {
  const list = new Map<string, string>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [address, reason = DENIED, ...rest] = line
      .replace(/#.*/, '')
      .split(/\s+/)
      .filter((word) => word !== '')
    if (address === undefined) continue
    const isAddress = EVM.test(address) || isTronAddress(address)
    if (!isAddress || !REASON.test(reason) || rest.length > 0) {
      return { list: null, badLine: index + 1 }
    }
    list.set(walletKey(address), reason)
  }
  return { list, badLine: null }
}

function isTronAddress(text: string): boolean {
  try {
    tronAddressBody(text)
    return true
  } catch {
    return false
  }
}
