import { checksumAddress, isSameAddress } from '../src/evm/address.ts'
import type { Currency } from '../src/networks/currencies.ts'
import type { Network } from '../src/networks/network.ts'

/** A token of a published list, as far as it is read; lists follow the schema of `@uniswap/token-lists`. */
export type ListedToken = {
  chainId: number
  address: string
  name: string
  symbol: string
  decimals: number
}

/** One token of the catalogue. Its currency id is `<idPart>-<network>`. */
export type CatalogueToken = Omit<ListedToken, 'chainId'> & { network: string; idPart: string }

/** A token of the list that the catalogue does not take, and why. */
export type Refusal = { token: ListedToken; reason: RefusalReason }

/**
 * - `imitates`: its symbol is one of ours, on the same network, or an issuer's own on any network
 * - `malformed`: its name, symbol or decimals are out of bounds or cannot be printed
 */
export type RefusalReason = 'imitates' | 'malformed'

/** What a catalogue is built from. */
export type Sources = {
  /** In the list's own order, which decides who of two tokens with one symbol gets the plain id. */
  list: readonly ListedToken[]
  networks: readonly Network[]
  /** The registry's currencies, local chains among them. */
  currencies: readonly Currency[]
  /** The tokens of the catalogue before: they stay, under the ids that they have. */
  published: readonly CatalogueToken[]
}

/** Two sources tell different things of one token, or one of them cannot be right: a person has to look. */
export class SourcesDisagreeError extends Error {
  override readonly name = 'SourcesDisagreeError'
}

const MAX_NAME_LENGTH = 60
const MAX_SYMBOL_LENGTH = 20
const MAX_DECIMALS = 36
const PRINTABLE = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/**
 * Symbols that payers take for one thing on every network: money of one issuer, the coin that chains share, fiat. Only
 * the registry says what they are; a bridged one has a symbol of its own, such as `USDC.e`.
 */
const RESERVED = ['USDC', 'USDT', 'DAI', 'EURC', 'ETH', 'USD', 'EUR', 'CNY', 'GBP', 'JPY']

/**
 * Decides which tokens of a list the catalogue holds beside the registry, and under which ids. Pure.
 *
 * - A token of the registry stays the registry's; the list has to agree on its decimals.
 * - The id is the symbol's letters and digits, then the network: `USDC.e` on Polygon is `USDCe-matic`.
 * - A token keeps the id that it was published with, and stays when the list drops it: stored requests name it.
 * - Of two tokens with one symbol (casing aside) the first of the list gets the plain id, the others the smallest free
 *   number behind it: `LIT-mainnet`, `LIT2-mainnet`.
 *
 * Ascending by network in the registry's order, then published ones, then the list's order.
 *
 * @throws SourcesDisagreeError
 */
export function buildCatalogue(sources: Sources): {
  tokens: readonly CatalogueToken[]
  refused: readonly Refusal[]
} {
  const refused: Refusal[] = []
  const tokens = sources.networks
    .filter(({ isLocal, family }) => !isLocal && family === 'evm')
    .flatMap((network) => {
      const ours = sources.currencies.filter((currency) => currency.network === network.id)
      const published = keptOf(sources.published, network, ours)
      const found: CatalogueToken[] = [...published]
      const taken = new Set([
        ...namesOf(network, ours),
        ...published.map(({ idPart }) => idPart.toUpperCase()),
      ])
      for (const token of sources.list.filter(({ chainId }) => chainId === network.chainId)) {
        if (isKnown(token, ours, published)) continue
        const reason = refusalOf(token, network, ours)
        if (reason !== null) {
          refused.push({ token, reason })
          continue
        }
        const entry = toEntry(token, network, taken)
        if (found.some(({ address }) => address === entry.address)) continue
        taken.add(entry.idPart.toUpperCase())
        found.push(entry)
      }
      return found
    })
  return { tokens, refused }
}

/** The published tokens of a network that the registry has not taken over since. */
function keptOf(
  published: readonly CatalogueToken[],
  network: Network,
  ours: readonly Currency[],
): CatalogueToken[] {
  const names = new Set(namesOf(network, ours))
  const kept = published.filter(
    (token) =>
      token.network === network.id &&
      !ours.some(({ address }) => isSameAddress(address, token.address)),
  )
  for (const { idPart, address } of kept) {
    if (!names.has(idPart.toUpperCase())) continue
    throw new SourcesDisagreeError(
      `The registry gives away ${idPart}-${network.id}, which ${address} has been published under.`,
    )
  }
  return kept
}

/** Whether the registry or the catalogue has the token already, with the same decimals. */
function isKnown(
  token: ListedToken,
  ours: readonly Currency[],
  published: readonly CatalogueToken[],
): boolean {
  const known = [...ours, ...published].find(({ address }) => isSameAddress(address, token.address))
  if (known === undefined) return false
  if (known.decimals === token.decimals) return true
  throw new SourcesDisagreeError(
    `${token.symbol} at ${token.address} on chain ${token.chainId} has ${known.decimals} decimals for us and ${token.decimals} in the list.`,
  )
}

function refusalOf(
  token: ListedToken,
  network: Network,
  ours: readonly Currency[],
): RefusalReason | null {
  const { symbol, decimals } = token
  const isBounded =
    symbol.length <= MAX_SYMBOL_LENGTH &&
    !symbol.includes(' ') &&
    idPartOf(symbol) !== '' &&
    nameOf(token).length <= MAX_NAME_LENGTH &&
    Number.isInteger(decimals) &&
    decimals >= 0 &&
    decimals <= MAX_DECIMALS
  if (!isBounded || !PRINTABLE.test(symbol) || !PRINTABLE.test(nameOf(token))) return 'malformed'
  const looks = lookOf(symbol)
  const isOurs = [...namesOf(network, ours), ...RESERVED].some((name) => lookOf(name) === looks)
  return isOurs ? 'imitates' : null
}

function toEntry(token: ListedToken, network: Network, taken: ReadonlySet<string>): CatalogueToken {
  const { symbol, decimals } = token
  const plain = idPartOf(symbol)
  let idPart = plain
  for (let number = 2; taken.has(idPart.toUpperCase()); number += 1) idPart = `${plain}${number}`
  // Throws for an address that is none, or whose mixed case is not its checksum.
  const address = checksumAddress(token.address)
  return { network: network.id, idPart, symbol, decimals, address, name: nameOf(token) }
}

/** What ids of the registry on a network begin with, aliases and plain symbols included, in upper case. */
function namesOf(network: Network, ours: readonly Currency[]): string[] {
  const { nativeCurrency, tokens } = network
  const aliases = [nativeCurrency, ...tokens].flatMap((entry) => entry.aliases)
  const ids = [...ours.map(({ id }) => id), ...aliases]
  const parts = ids.map((id) => id.slice(0, -(network.id.length + 1)))
  const symbols = [nativeCurrency, ...tokens].map(({ symbol }) => symbol)
  return [...parts, ...symbols].map((name) => name.toUpperCase())
}

function idPartOf(symbol: string): string {
  return symbol.replaceAll(/[^A-Za-z0-9]/g, '')
}

function nameOf({ name }: ListedToken): string {
  return name.trim().replaceAll(/\s+/g, ' ')
}

/** A symbol as a hasty eye reads it: letters and digits in one case, with 0 and O, and 1, l and I alike. */
function lookOf(symbol: string): string {
  return idPartOf(symbol).toUpperCase().replaceAll('0', 'O').replaceAll(/[1L]/g, 'I')
}
