import { decodeFunctionData, encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import { onPay } from './changeCalls.ts'
import { type Call, type Decoys, type Lie, lie, ONE_COIN, OTHER_REFERENCE, THIEF } from './lie.ts'

const abi = parseAbi([
  'function transferFromWithReferenceAndFee(address to, uint256 requestAmount, address[] path, bytes paymentReference, uint256 feeAmount, address feeAddress, uint256 maxToSpend, uint256 maxRateTimespan)',
])
/** Currencies by their hashes in the conversion contracts. */
const EUR = '0x17b4158805772ced11225e77339f90beb5aae968'
const USD = '0x775eb53d00dd0acd3ec1696472105d579b9b386b'
const ETHER = '0xf5af88e117747e87fc5929f2ff87221b1447652e'

/** Lies about an amount in dollars that is paid in a token: each argument of the conversion, its contract, and its value. */
export function conversionLies({ dai, erc20Proxy }: Decoys): readonly Lie[] {
  return [
    lie('another payee', 'wrong_payee', onConversion({ to: THIEF })),
    lie('a cent more', 'wrong_amount', onConversion({ amount: (units) => units + 1_000_000n })),
    lie('euros for dollars', 'wrong_path', onConversion({ path: ([, token]) => [EUR, token] })),
    lie(
      'a path via another currency',
      'wrong_path',
      onConversion({ path: ([, token]) => [USD, ETHER, token] }),
    ),
    lie('another token', 'wrong_path', onConversion({ path: ([from]) => [from, dai] })),
    lie(
      'one unit above the shown maximum',
      'wrong_spending_limit',
      onConversion({ maxToSpend: (units) => units + 1n }),
    ),
    lie(
      'no limit on the spent amount',
      'wrong_spending_limit',
      onConversion({ maxToSpend: () => maxUint256 }),
    ),
    lie('rates of another age', 'wrong_rate_age', onConversion({ maxRateTimespan: 3_600n })),
    lie('a fee for somebody', 'wrong_fee_amount', onConversion({ fee: 1n })),
    lie(
      'another payment reference',
      'wrong_reference',
      onConversion({ reference: OTHER_REFERENCE }),
    ),
    lie(
      'another known contract',
      'wrong_contract',
      onPay(() => ({ to: erc20Proxy })),
    ),
    lie(
      'additional coins',
      'wrong_value',
      onPay(() => ({ value: ONE_COIN })),
    ),
  ]
}

function onConversion(changes: {
  to?: Hex
  amount?: (units: bigint) => bigint
  path?: (path: readonly [Hex, Hex]) => readonly Hex[]
  reference?: Hex
  fee?: bigint
  maxToSpend?: (units: bigint) => bigint
  maxRateTimespan?: bigint
}): (calls: Call[]) => void {
  return onPay(({ data }) => {
    const { args } = decodeFunctionData({ abi, data })
    const [to, amount, path, reference, fee, feeAddress, maxToSpend, maxRateTimespan] = args
    const [from = '0x', token = '0x'] = path
    return {
      data: encodeFunctionData({
        abi,
        args: [
          changes.to ?? to,
          changes.amount?.(amount) ?? amount,
          changes.path?.([from, token]) ?? path,
          changes.reference ?? reference,
          changes.fee ?? fee,
          changes.fee === undefined ? feeAddress : THIEF,
          changes.maxToSpend?.(maxToSpend) ?? maxToSpend,
          changes.maxRateTimespan ?? maxRateTimespan,
        ],
      }),
    }
  })
}
