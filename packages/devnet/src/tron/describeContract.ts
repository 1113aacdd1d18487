import type { Network } from '@secure-payment/core/networks'
import { type AbiEvent, type Address, parseAbi } from 'viem'
import { testTokenAbi } from '../chains/abis.ts'
import { hasCode } from './anvilChain.ts'
import { writeAddress } from './tronAddress.ts'
import type { TronNodeState } from './tronNodeState.ts'

const feeProxyAbi = parseAbi([
  'function transferFromWithReferenceAndFee(address _tokenAddress, address _to, uint256 _amount, bytes _paymentReference, uint256 _feeAmount, address _feeAddress)',
  'event TransferWithReferenceAndFee(address tokenAddress, address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)',
])

/**
 * Returns a contract in the format of `/wallet/getcontract`, with the ABI if it is one of the devnet's contracts; `{}` if it does not
 * exist. Throws RpcError.
 */
export async function describeContract(
  { anvilUrl, network }: Pick<TronNodeState, 'anvilUrl' | 'network'>,
  address: Address,
  visible: boolean,
): Promise<object> {
  if (!(await hasCode(anvilUrl, address))) return {}
  return {
    contract_address: writeAddress(address, visible),
    consume_user_resource_percent: 100,
    abi: { entrys: abiOf(network, address).map(describeEntry) },
  }
}

/** The events that the devnet's contracts emit. */
export const knownEvents: readonly AbiEvent[] = [...testTokenAbi, ...feeProxyAbi].filter(
  (entry) => entry.type === 'event',
)

type Entry = (typeof testTokenAbi)[number] | (typeof feeProxyAbi)[number]

function abiOf({ contracts, tokens }: Network, address: Address): readonly Entry[] {
  const isAt = (other: string | undefined) => other?.toLowerCase() === address.toLowerCase()
  if (isAt(contracts.ERC20FeeProxy?.address)) return feeProxyAbi
  return tokens.some((token) => isAt(token.address)) ? testTokenAbi : []
}

/** Tron's ABIs write types and mutability in capitals. */
function describeEntry(entry: Entry): object {
  const type = capitalize(entry.type)
  if (entry.type === 'event') return { ...entry, type }
  return { ...entry, type, stateMutability: capitalize(entry.stateMutability) }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
