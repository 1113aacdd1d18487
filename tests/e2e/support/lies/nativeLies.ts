import { encodeFunctionData, erc20Abi, maxUint256, toHex } from 'viem'
import { onNative, onPay } from './changeCalls.ts'
import { type Decoys, type Lie, lie, THIEF } from './lie.ts'

/** Lies about a payment in the native coin: `[pay]`. */
export function nativeLies({ erc20Proxy, dai }: Decoys): readonly Lie[] {
  return [
    lie(
      'a higher value',
      'wrong_value',
      onPay(({ value }) => ({ value: toHex(BigInt(String(value)) + 1n) })),
    ),
    lie(
      'no value',
      'wrong_value',
      onPay(() => ({ value: 0 })),
    ),
    lie('another payee', 'wrong_payee', onNative({ to: THIEF })),
    lie('a fee', 'wrong_fee_amount', onNative({ fee: 1n })),
    lie(
      'the token’s contract',
      'wrong_contract',
      onPay(() => ({ to: erc20Proxy })),
    ),
    lie(
      'a plain transfer',
      'unknown_method',
      onPay(() => ({ to: THIEF, data: '0x' })),
    ),
    lie('an approval in front', 'unexpected_approval', (calls) => {
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [THIEF, maxUint256],
      })
      calls.unshift({ to: dai, data, value: 0 })
    }),
  ]
}
