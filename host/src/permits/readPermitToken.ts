import type { Address, Hex } from '@secure-payment/core'
import { LRUCache } from 'lru-cache'
import type { ChainClient } from '../chains/chainClient.ts'
import { readBytes, wordOf } from '../evm/abiWords.ts'
import { domainSeparator, PERMIT_TYPEHASH, type PermitDomain } from './permitTypedData.ts'
import { toAddress } from './toAddress.ts'

/** The selectors of the functions that a token's permits need. */
const SELECTORS = {
  /** `name()` */
  name: '0x06fdde03',
  /** `version()` */
  version: '0x54fd4d50',
  /** `DOMAIN_SEPARATOR()` */
  separator: '0x3644e515',
  /** `PERMIT_TYPEHASH()` */
  typehash: '0x30adf81f',
  /** `nonces(address)` */
  nonces: '0x7ecebe00',
} as const

/** The version of tokens without a function `version`, such as OpenZeppelin's. */
const USUAL_VERSION = '1'
/** A 32-byte word in a response. */
const WORD = /^0x[0-9a-f]{64}$/i
const MAX_TOKENS = 500
const MAX_AGE_MS = 10 * 60_000

const known = new WeakMap<ChainClient, LRUCache<string, { domain: PermitDomain | null }>>()

/**
 * Reads the domain of a token's permits (EIP-2612), if the token's data is consistent. The hash of its name, version, chain and address
 * must be its DOMAIN_SEPARATOR, and its PERMIT_TYPEHASH, if present, must be the standard's. Null for every other token, such as DAI,
 * whose permits have a different form. Cached for ten minutes.
 *
 * @throws ChainUnavailableError
 */
export async function readPermitDomain(
  chain: ChainClient,
  token: string,
): Promise<PermitDomain | null> {
  const tokens = known.get(chain) ?? new LRUCache({ max: MAX_TOKENS, ttl: MAX_AGE_MS })
  known.set(chain, tokens)
  const verifyingContract = toAddress(token)
  const found = tokens.get(verifyingContract)
  if (found !== undefined) return found.domain
  const domain = await readDomain(chain, verifyingContract)
  tokens.set(verifyingContract, { domain })
  return domain
}

/**
 * Reads the nonce of the owner's next permit; null if the token does not return it.
 *
 * @throws ChainUnavailableError
 */
export async function readPermitNonce(
  chain: ChainClient,
  { token, owner }: { token: string; owner: Address },
): Promise<bigint | null> {
  const answer = await chain.call(token, `${SELECTORS.nonces}${wordOf(owner)}`)
  return answer !== null && WORD.test(answer) ? BigInt(answer) : null
}

async function readDomain(
  chain: ChainClient,
  verifyingContract: Address,
): Promise<PermitDomain | null> {
  const ask = (name: keyof typeof SELECTORS) => chain.call(verifyingContract, SELECTORS[name])
  const [name, version, separator, typehash] = await Promise.all([
    ask('name'),
    ask('version'),
    ask('separator'),
    ask('typehash'),
  ])
  // OpenZeppelin's tokens have no `PERMIT_TYPEHASH` function.
  const hasOtherForm = typehash !== null && WORD.test(typehash) && typehash !== PERMIT_TYPEHASH
  if (hasOtherForm) return null
  const toldName = readText(name)
  if (toldName === null || separator === null) return null
  const toldVersion = readText(version)
  const { chainId } = chain.network
  const domain = {
    name: toldName,
    version: toldVersion ?? USUAL_VERSION,
    chainId,
    verifyingContract,
  }
  return domainSeparator(domain) === separator.toLowerCase() ? domain : null
}

/** Reads a text of ABI data; null for any other data, because a contract may return anything. */
function readText(answer: Hex | null): string | null {
  const bytes = answer === null ? null : readBytes(answer.slice(2).toLowerCase(), 0)
  return bytes === null ? null : Buffer.from(bytes.slice(2), 'hex').toString('utf8')
}
