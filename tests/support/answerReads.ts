import { decodeFunctionData, encodeAbiParameters, type Hex, numberToHex } from 'viem'

const aggregate3 = [
  {
    type: 'function',
    name: 'aggregate3',
    stateMutability: 'payable',
    inputs: [
      {
        type: 'tuple[]',
        components: [{ type: 'address' }, { type: 'bool' }, { type: 'bytes' }],
      },
    ],
    outputs: [],
  },
] as const

/** Responds to an `eth_call` of Multicall3's aggregate3 with the same balance for every read. */
export function answerReads(call: unknown, balanceUnits: bigint): Hex {
  if (typeof call !== 'object' || call === null || !('data' in call)) throw new Error('No call.')
  const { args } = decodeFunctionData({ abi: aggregate3, data: `0x${String(call.data).slice(2)}` })
  const answers = args[0].map(() => [true, numberToHex(balanceUnits, { size: 32 })] as const)
  return encodeAbiParameters(
    [{ type: 'tuple[]', components: [{ type: 'bool' }, { type: 'bytes' }] }],
    [answers],
  )
}
