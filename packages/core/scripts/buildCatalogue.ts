import { checksumAddress, isSameAddress } from '../src/evm/address.ts'
import type { Currency } from '../src/networks/currencies.ts'
import { fiatCurrencies } from '../src/networks/fiatCurrencies.ts'
import type { Network } from '../src/networks/network.ts'

/** A token in a published list, with the fields that this script reads. Lists follow the schema of `@uniswap/token-lists`. */
export type ListedToken = {
  chainId: number
  address: string
  name: string
  symbol: string
  decimals: number
}

/** One token in the catalogue. Its currency id is `<idPart>-<network>`. */
export type CatalogueToken = Omit<ListedToken, 'chainId'> & { network: string; idPart: string }

/** A token in the list that the catalogue rejects, with the reason. */
export type Refusal = { token: ListedToken; reason: RefusalReason }

/**
 * - `imitates`: its symbol equals that of a registry token on the same network, or an issuer's symbol on any network
 * - `malformed`: its name, symbol or decimals are out of bounds or not printable
 */
export type RefusalReason = 'imitates' | 'malformed'

/** The inputs of a catalogue. */
export type Sources = {
  /** The list's tokens, in its order: of two tokens with the same symbol, the first gets the id without a number. */
  list: readonly ListedToken[]
  networks: readonly Network[]
  /** The registry's currencies, including those of local chains. */
  currencies: readonly Currency[]
  /** The tokens of the previous catalogue; they stay, with their ids. */
  published: readonly CatalogueToken[]
}

/** The list, the registry and the published catalogue contradict each other about a token, or one is wrong: a person must check. */
export class SourcesDisagreeError extends Error {
  override readonly name = 'SourcesDisagreeError'
}

const MAX_NAME_LENGTH = 60
const MAX_SYMBOL_LENGTH = 20
const MAX_DECIMALS = 36
const PRINTABLE = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/**
 * The symbols that have the same meaning for payers on every network: one issuer's money, a coin shared by chains, fiat. Only the
 * registry may define them; a bridged token has a separate symbol, such as `USDC.e`.
 */
const RESERVED: readonly string[] = [
  ...['USDC', 'USDT', 'DAI', 'EURC', 'ETH'],
  ...fiatCurrencies.map(({ id }) => id),
]

/**
 * Decides which tokens from a list the catalogue adds to the registry, and under which ids. Pure.
 * - A token in the registry keeps its entry there; the list must agree on its decimals.
 * - The id is the symbol's letters and digits, then the network: `USDC.e` on Polygon is `USDCe-matic`.
 * - A token keeps its published id, and stays in the catalogue when the list drops it, because stored requests contain its id.
 * - Of two tokens with the same symbol (ignoring case), the list's first gets the id without a number. The others get the smallest free
 *   number after the symbol: `LIT-mainnet`, `LIT2-mainnet`.
 * The result has the registry's order of networks. Within a network, published tokens come first, then new ones in the list's order.
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

/** Returns the published tokens on a network, except those that the registry has since added. */
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
      `The registry assigns ${idPart}-${network.id}, the published id of ${address}.`,
    )
  }
  return kept
}

/** Returns whether the registry or the catalogue already has the token, with the same decimals. */
function isKnown(
  token: ListedToken,
  ours: readonly Currency[],
  published: readonly CatalogueToken[],
): boolean {
  const known = [...ours, ...published].find(({ address }) => isSameAddress(address, token.address))
  if (known === undefined) return false
  if (known.decimals === token.decimals) return true
  throw new SourcesDisagreeError(
    `${token.symbol} at ${token.address} on chain ${token.chainId} has ${known.decimals} decimals in the registry and ${token.decimals} in the list.`,
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
  const folded = foldSymbol(symbol)
  const isOurs = [...namesOf(network, ours), ...RESERVED].some(
    (name) => foldSymbol(name) === folded,
  )
  return isOurs ? 'imitates' : null
}

function toEntry(token: ListedToken, network: Network, taken: ReadonlySet<string>): CatalogueToken {
  const { symbol, decimals } = token
  const plain = idPartOf(symbol)
  let idPart = plain
  for (let number = 2; taken.has(idPart.toUpperCase()); number += 1) idPart = `${plain}${number}`
  // Throws for an invalid address, or one whose mixed case is not its checksum.
  const address = checksumAddress(token.address)
  return { network: network.id, idPart, symbol, decimals, address, name: nameOf(token) }
}

/** Returns the symbols with which the registry's ids on a network begin, in upper case; they include aliases and plain symbols. */
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

/** Returns an equal key for symbols that look alike: it has one case, 0 is O, and 1, l and I are one letter. */
function foldSymbol(symbol: string): string {
  return idPartOf(symbol).toUpperCase().replaceAll('0', 'O').replaceAll(/[1L]/g, 'I')
}
