import { LRUCache } from 'lru-cache'
import {
  type Address,
  decodeFunctionResult,
  domainSeparator,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
} from 'viem'
import type { ChainClient } from '../chains/chainClient.ts'
import type { PermitDomain } from './permitTypedData.ts'

const abi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function PERMIT_TYPEHASH() view returns (bytes32)',
  'function nonces(address owner) view returns (uint256)',
])

/** The version of tokens without a function `version`, such as OpenZeppelin's. */
const USUAL_VERSION = '1'
/**
 * The hash of `Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)`: EIP-2612. DAI has a different one.
 */
const PERMIT_TYPEHASH = '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9'
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
  const verifyingContract = getAddress(token)
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
  const data = encodeFunctionData({ abi, functionName: 'nonces', args: [owner] })
  const answer = await chain.call(token, data)
  return answer !== null && WORD.test(answer) ? BigInt(answer) : null
}

async function readDomain(
  chain: ChainClient,
  verifyingContract: Address,
): Promise<PermitDomain | null> {
  const ask = (functionName: 'name' | 'version' | 'DOMAIN_SEPARATOR' | 'PERMIT_TYPEHASH') =>
    chain.call(verifyingContract, encodeFunctionData({ abi, functionName }))
  const [name, version, separator, typehash] = await Promise.all([
    ask('name'),
    ask('version'),
    ask('DOMAIN_SEPARATOR'),
    ask('PERMIT_TYPEHASH'),
  ])
  // OpenZeppelin's tokens have no `PERMIT_TYPEHASH` function.
  const hasOtherForm = typehash !== null && WORD.test(typehash) && typehash !== PERMIT_TYPEHASH
  if (hasOtherForm) return null
  const toldName = decode(name, (data) => decodeFunctionResult({ abi, functionName: 'name', data }))
  if (toldName === null || separator === null) return null
  const toldVersion = decode(version, (data) =>
    decodeFunctionResult({ abi, functionName: 'version', data }),
  )
  const { chainId } = chain.network
  const domain = {
    name: toldName,
    version: toldVersion ?? USUAL_VERSION,
    chainId,
    verifyingContract,
  }
  return domainSeparator({ domain }) === separator.toLowerCase() ? domain : null
}

/** Returns null for an unreadable response, because a contract may return anything. */
function decode<T>(answer: Hex | null, read: (answer: Hex) => T): T | null {
  if (answer === null || answer === '0x') return null
  try {
    return read(answer)
  } catch {
    return null
  }
}
