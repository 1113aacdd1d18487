import type {
  SignatureForm,
  SignatureKind,
  SignedPayment,
  SignedPaymentScope,
} from '@secure-payment/core/signed'
import { LRUCache } from 'lru-cache'
import { encodeFunctionData, getAddress, parseAbi, zeroAddress, zeroHash } from 'viem'
import type { ChainClient } from '../chains/chainClient.ts'
import { readPermitDomain, readPermitNonce } from '../permits/readPermitToken.ts'

const abi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function RECEIVE_WITH_AUTHORIZATION_TYPEHASH() view returns (bytes32)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

const PROBE = '0x0000000000000000000000000000000000000001'
const STATE_CALL = encodeFunctionData({
  abi,
  functionName: 'authorizationState',
  args: [PROBE, zeroHash],
})
const TYPEHASH_CALL = encodeFunctionData({
  abi,
  functionName: 'RECEIVE_WITH_AUTHORIZATION_TYPEHASH',
})
const RECEIVE_CALL = encodeFunctionData({
  abi,
  functionName: 'receiveWithAuthorization',
  args: [PROBE, zeroAddress, 0n, 0n, 0n, zeroHash, '0x'],
})
const MAX_TOKENS = 500
const MAX_AGE_MS = 10 * 60_000

/** The type hash of EIP-3009's `ReceiveWithAuthorization`. */
const RECEIVE_TYPEHASH = '0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8'

/** The form in which a payer can sign a payment, or the reason why there is none. */
export type FoundForm =
  | { form: SignatureForm }
  | { obstacle: 'not_sponsored' | 'not_supported' | 'no_permit2_allowance' }

/**
 * Chooses the message that a payer signs. A token's own authorization (EIP-3009) precedes its permit (EIP-2612), and both precede Permit2,
 * which needs an earlier approval. An account with a contract's code cannot sign a permit, and signs an authorization only for a token
 * that accepts signatures of any length. The registry names the address of the contract before the operator has deployed it there.
 * `signedKind`: the kind that the payer has signed.
 *
 * @throws ChainUnavailableError
 */
export async function findSignatureForm(
  chain: ChainClient,
  scope: SignedPaymentScope,
  payment: SignedPayment,
  { signedKind = null }: { signedKind?: SignatureKind | null } = {},
): Promise<FoundForm> {
  const { token } = payment
  const payer = getAddress(payment.payer)
  const [isDeployed, tokenDomain, { isAuthorizing, takesAnyLength }, account] = await Promise.all([
    isContract(chain, scope.contract),
    readPermitDomain(chain, token),
    readAuthorizing(chain, token),
    // The signature itself proves which accounts may have signed an authorization.
    signedKind === 'eip3009' ? null : chain.readAccount(payer),
  ])
  if (!isDeployed) return { obstacle: 'not_sponsored' }
  const hasKey = account?.hasContractCode !== true
  if (tokenDomain !== null && isAuthorizing && (hasKey || takesAnyLength)) {
    return { form: { kind: 'eip3009', tokenDomain, permitNonce: null } }
  }
  const [permitNonce, hasPermit2, isApproved] = await Promise.all([
    readPermitNonce(chain, { token, owner: payer }),
    scope.permit2 !== null && isContract(chain, scope.permit2),
    hasPermit2Allowance(chain, scope, payment),
  ])
  if (tokenDomain !== null && permitNonce !== null && hasKey) {
    return { form: { kind: 'eip2612', tokenDomain, permitNonce } }
  }
  if (!hasPermit2) return { obstacle: 'not_supported' }
  if (!isApproved) return { obstacle: 'no_permit2_allowance' }
  return { form: { kind: 'permit2', tokenDomain: null, permitNonce: null } }
}

const contracts = new WeakMap<ChainClient, Set<string>>()

/** Returns whether an address has code; a contract that was found once is not searched again. */
async function isContract(chain: ChainClient, address: string): Promise<boolean> {
  const found = contracts.get(chain) ?? new Set()
  contracts.set(chain, found)
  if (found.has(address)) return true
  const [hasCode] = await chain.hasCode([address])
  if (hasCode === true) found.add(address)
  return hasCode === true
}

/** The support of a token for EIP-3009: `takesAnyLength` for signatures of any length, as ERC-1271 accounts make. */
type Authorizing = { isAuthorizing: boolean; takesAnyLength: boolean }

const authorizing = new WeakMap<ChainClient, LRUCache<string, Authorizing>>()

/** Reads whether a token has EIP-3009's `receiveWithAuthorization`. Cached for ten minutes. */
async function readAuthorizing(chain: ChainClient, token: string): Promise<Authorizing> {
  const tokens = authorizing.get(chain) ?? new LRUCache({ max: MAX_TOKENS, ttl: MAX_AGE_MS })
  authorizing.set(chain, tokens)
  const known = tokens.get(token)
  if (known !== undefined) return known
  const [used, hash, isRefusing] = await Promise.all([
    chain.call(token, STATE_CALL),
    chain.call(token, TYPEHASH_CALL),
    refusesWithReason(chain, token),
  ])
  const isAuthorizing = used === zeroHash && hash?.toLowerCase() === RECEIVE_TYPEHASH
  const found = { isAuthorizing, takesAnyLength: isAuthorizing && isRefusing }
  tokens.set(token, found)
  return found
}

/** A token that has the function rejects this call, whose receiver is not the caller, with a reason; another token has no reason. */
async function refusesWithReason(chain: ChainClient, token: string): Promise<boolean> {
  const trial = await chain.simulate({ from: PROBE, to: token, data: RECEIVE_CALL })
  return 'revert' in trial && trial.revert !== '0x'
}

async function hasPermit2Allowance(
  chain: ChainClient,
  { permit2 }: SignedPaymentScope,
  { payer, token, amountUnits, feeUnits }: SignedPayment,
): Promise<boolean> {
  if (permit2 === null) return false
  const state = await chain.readPayerState({ wallet: payer, tokens: [token], spender: permit2 })
  return (state.tokens[token.toLowerCase()]?.allowanceUnits ?? 0n) >= amountUnits + feeUnits
}
