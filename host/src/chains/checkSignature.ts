import { encodeAbiParameters, zeroAddress } from 'viem'
import type { SignatureQuery, SignatureVerdict } from './chainClient.ts'
import type { Agree } from './createAgree.ts'
import { unwrap } from './createAsk.ts'
import { RpcCallError } from './errors.ts'
import { isDelegation } from './isDelegation.ts'
import type { RpcNode } from './openRpcNode.ts'
import type { RpcCall } from './openRpcTransport.ts'
import { SIGNATURE_CHECK_CODE } from './signatureCheckCode.ts'
import { MalformedAnswerError, parseBytes, parseQuantity, toQuantity } from './wire.ts'

/** A user waits for this response, so its deadline is short. */
const DEADLINE_MS = 4_000
/** The gas of the whole check: 6 million for a deployment, 3 million for the account, and the rest for the check itself. */
const GAS = 10_000_000n
/** On zkSync Era, a call cannot run the check's code, so signatures of smart accounts there are rejected. */
const WITHOUT_CODE_IN_CALLS: readonly string[] = ['zksyncera']

/**
 * Reads from most of a network's nodes whether an account has code and, if so, that code's verdict on a signature (ERC-1271). One round
 * trip to each node reads the code's bytes and calls {@link SIGNATURE_CHECK_CODE}, which returns one word regardless of the account's code.
 * An error is therefore always the node's own, never the account's. viem's `verifyHash` reads one node, treats an execution that a node
 * fails as an invalid signature, and does not limit the gas.
 *
 * @throws NodesDisagreeError, ChainUnavailableError
 */
export async function checkSignature(
  client: { networkId: string; agree: Agree },
  query: SignatureQuery,
): Promise<SignatureVerdict> {
  const [verdict] = await client.agree((node) => readVerdict(node, client.networkId, query), {
    toText: (answer) => answer,
  })
  if (verdict === undefined) throw new TypeError('The signature check returned no verdict')
  return verdict
}

async function readVerdict(
  node: RpcNode,
  networkId: string,
  query: SignatureQuery,
): Promise<readonly [SignatureVerdict]> {
  const takesCode = !WITHOUT_CODE_IN_CALLS.includes(networkId)
  const calls = takesCode ? [codeCall(query), checkCall(query)] : [codeCall(query)]
  const [code, check] = unwrap(await node.send(calls, DEADLINE_MS), 'keep')
  if (code instanceof RpcCallError) throw code
  const bytes = parseBytes(code, null, 'eth_getCode')
  if (bytes === '0x' && query.deployment === null) return ['no_code']
  if (!takesCode) return ['invalid']
  if (check instanceof RpcCallError) throw check
  if (!readWord(check)) return ['invalid']
  return [isDelegation(bytes) ? 'valid_delegate' : 'valid']
}

/** The signature check returns 0 or 1. Any other value comes from a node that did not run the check. */
function readWord(value: unknown): boolean {
  const word = parseQuantity(parseBytes(value, 32, 'the signature check'), 'the signature check')
  if (word > 1n) throw new MalformedAnswerError('the signature check is neither 0 nor 1')
  return word === 1n
}

function codeCall({ account }: SignatureQuery): RpcCall {
  return { method: 'eth_getCode', params: [account, 'latest'] }
}

function checkCall({ account, hash, signature, deployment }: SignatureQuery): RpcCall {
  const { factory, data } = deployment ?? { factory: zeroAddress, data: '0x' }
  const args = encodeAbiParameters(PARAMETERS, [account, hash, signature, factory, data])
  const input = SIGNATURE_CHECK_CODE + args.slice(2)
  return { method: 'eth_call', params: [{ data: input, gas: toQuantity(GAS) }, 'latest'] }
}

const PARAMETERS = [
  { type: 'address' },
  { type: 'bytes32' },
  { type: 'bytes' },
  { type: 'address' },
  { type: 'bytes' },
] as const
