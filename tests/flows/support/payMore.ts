import { decodeFunctionData, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { erc20FeeProxyAbi } from '../../devnet/contractAbis.ts'

const ABI = [...erc20Abi, ...erc20FeeProxyAbi]

/** Raises the amount of an approval, or of a payment in tokens, by `units` base units. */
export function payMore<Call extends { data: Hex }>(call: Call, units: bigint): Call {
  const { functionName, args } = decodeFunctionData({ abi: ABI, data: call.data })
  const [first, second, ...rest] = args ?? []
  const raised =
    functionName === 'approve'
      ? [first, BigInt(String(second)) + units]
      : [first, second, BigInt(String(rest[0])) + units, ...rest.slice(1)]
  return { ...call, data: encodeFunctionData({ abi: ABI, functionName, args: raised } as never) }
}
