import { decodeFunctionData, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { erc20FeeProxyAbi, ethereumFeeProxyAbi } from '../../../devnet/contractAbis.ts'
import { type Call, THIEF } from './lie.ts'

/** Returns the first transaction. Throws when there is no such call. */
export function first([call]: readonly Call[]): Call {
  if (call === undefined) throw new Error('There is no transaction.')
  return call
}

/** Returns the payment. */
export function last(calls: readonly Call[]): Call {
  return first(calls.slice(-1))
}

/** Changes the payment. */
export function onPay(change: (call: Call) => Partial<Call>): (calls: Call[]) => void {
  return (calls) => void Object.assign(last(calls), change(last(calls)))
}

/** Changes the first approval. */
export function onApproval(change: (call: Call) => Partial<Call>): (calls: Call[]) => void {
  return (calls) => void Object.assign(first(calls), change(first(calls)))
}

/** Changes arguments of a token payment. */
export function onToken(changes: {
  token?: Hex
  to?: Hex
  amount?: (units: bigint) => bigint
  reference?: string
  fee?: (units: bigint) => bigint
  feeAddress?: Hex
}): (calls: Call[]) => void {
  return onPay(({ data }) => {
    const { args } = decodeFunctionData({ abi: erc20FeeProxyAbi, data })
    const [token, to, amount, reference, fee, feeAddress] = args
    return {
      data: encodeFunctionData({
        abi: erc20FeeProxyAbi,
        functionName: 'transferFromWithReferenceAndFee',
        args: [
          changes.token ?? token,
          changes.to ?? to,
          changes.amount?.(amount) ?? amount,
          changes.reference === undefined ? reference : `0x${changes.reference.slice(2)}`,
          changes.fee?.(fee) ?? fee,
          changes.feeAddress ?? feeAddress,
        ],
      }),
    }
  })
}

/** Changes arguments of a native payment; a fee goes to the thief. */
export function onNative(changes: { to?: Hex; fee?: bigint }): (calls: Call[]) => void {
  return onPay(({ data }) => {
    const { args } = decodeFunctionData({ abi: ethereumFeeProxyAbi, data })
    const [to, reference, fee, feeAddress] = args
    return {
      data: encodeFunctionData({
        abi: ethereumFeeProxyAbi,
        functionName: 'transferWithReferenceAndFee',
        args: [
          changes.to ?? to,
          reference,
          changes.fee ?? fee,
          changes.fee === undefined ? feeAddress : THIEF,
        ],
      }),
    }
  })
}

/** Changes the spender (null keeps it) or the approval's amount. */
export function reapprove(data: Hex, spender: Hex | null, amount: (units: bigint) => bigint): Hex {
  const call = decodeFunctionData({ abi: erc20Abi, data })
  if (call.functionName !== 'approve') throw new Error('This is no approval.')
  const [named, units] = call.args
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender ?? named, amount(units)],
  })
}
