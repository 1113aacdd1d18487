import type { SignatureForm, SignedPayment, SignedPaymentScope } from '@secure-payment/core/signed'
import { type Address, encodeFunctionData, getAddress, parseAbi, zeroHash } from 'viem'
import type { ChainClient } from '../chains/chainClient.ts'
import { readPermitDomain, readPermitNonce } from '../permits/readPermitToken.ts'

const abi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function RECEIVE_WITH_AUTHORIZATION_TYPEHASH() view returns (bytes32)',
])

/** The type hash of EIP-3009's `ReceiveWithAuthorization`. */
const RECEIVE_TYPEHASH = '0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8'

/** The form in which a payer can sign a payment, or the reason why there is none. */
export type FoundForm =
  | { form: SignatureForm }
  | { obstacle: 'not_sponsored' | 'not_supported' | 'no_permit2_allowance' }

/**
 * Chooses the message that a payer signs. A token's own authorization (EIP-3009) precedes its permit (EIP-2612), and both precede Permit2,
 * which needs an earlier approval. An account with a contract's code cannot sign a permit. The registry names the address of the contract
 * before the operator has deployed it there.
 *
 * @throws ChainUnavailableError
 */
export async function findSignatureForm(
  chain: ChainClient,
  scope: SignedPaymentScope,
  payment: SignedPayment,
): Promise<FoundForm> {
  const { token } = payment
  const payer = getAddress(payment.payer)
  const contracts = [scope.contract, ...(scope.permit2 === null ? [] : [scope.permit2])]
  const [[isDeployed, hasPermit2], ...facts] = await Promise.all([
    chain.hasCode(contracts),
    readPermitDomain(chain, token),
    hasAuthorizations(chain, token, payer),
    readPermitNonce(chain, { token, owner: payer }),
    chain.readAccount(payer),
    hasPermit2Allowance(chain, scope, payment),
  ])
  const [tokenDomain, isAuthorizing, permitNonce, account, isApproved] = facts
  if (isDeployed !== true) return { obstacle: 'not_sponsored' }
  if (tokenDomain !== null && isAuthorizing) {
    return { form: { kind: 'eip3009', tokenDomain, permitNonce: null } }
  }
  if (tokenDomain !== null && permitNonce !== null && !account.hasContractCode) {
    return { form: { kind: 'eip2612', tokenDomain, permitNonce } }
  }
  if (hasPermit2 !== true) return { obstacle: 'not_supported' }
  if (!isApproved) return { obstacle: 'no_permit2_allowance' }
  return { form: { kind: 'permit2', tokenDomain: null, permitNonce: null } }
}

/** Returns whether a token has EIP-3009's `receiveWithAuthorization`. */
async function hasAuthorizations(
  chain: ChainClient,
  token: string,
  payer: Address,
): Promise<boolean> {
  const state = encodeFunctionData({
    abi,
    functionName: 'authorizationState',
    args: [payer, zeroHash],
  })
  const typehash = encodeFunctionData({ abi, functionName: 'RECEIVE_WITH_AUTHORIZATION_TYPEHASH' })
  const [used, hash] = await Promise.all([chain.call(token, state), chain.call(token, typehash)])
  return used === zeroHash && hash?.toLowerCase() === RECEIVE_TYPEHASH
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
