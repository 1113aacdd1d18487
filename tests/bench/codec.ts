import { decodePaymentLog, encodeErc20Payment, type RawLog } from '@secure-payment/core/evm'
import {
  decodeEventLog,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
} from 'viem'
import { measure } from './measure.ts'
import { atLeast, type Row } from './report.ts'

const OPERATIONS = 20_000
const abi = parseAbi([
  'function transferFromWithReferenceAndFee(address tokenAddress, address to, uint256 amount, bytes paymentReference, uint256 feeAmount, address feeAddress)',
  'event TransferWithReferenceAndFee(address tokenAddress, address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)',
])
const PROXY = '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814'
const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Compares building calldata and decoding payment logs with viem on the same inputs. */
export async function benchCodec(): Promise<Row[]> {
  const references = Array.from(
    { length: 256 },
    (_, index): Hex => `0x${index.toString(16).padStart(16, 'a')}`,
  )
  const referenceAt = (index: number): Hex => references[index & 255] ?? '0x'
  const logs = references.map((reference, index) => createLog(reference, index))
  const [encode, viemEncode, decode, viemDecode] = await measure([
    {
      name: 'ours',
      operations: OPERATIONS,
      run() {
        for (let index = 0; index < OPERATIONS; index++)
          encodeErc20Payment({
            proxy: PROXY,
            token: TOKEN,
            payee: PAYEE,
            amountUnits: BigInt(index + 1),
            paymentReference: referenceAt(index),
            feeUnits: 10n,
            feeAddress: PAYEE,
          })
      },
    },
    {
      name: 'viem encodeFunctionData',
      operations: OPERATIONS,
      run() {
        for (let index = 0; index < OPERATIONS; index++)
          encodeFunctionData({
            abi,
            functionName: 'transferFromWithReferenceAndFee',
            args: [TOKEN, PAYEE, BigInt(index + 1), referenceAt(index), 10n, PAYEE],
          })
      },
    },
    {
      name: 'ours',
      operations: OPERATIONS,
      run() {
        for (let index = 0; index < OPERATIONS; index++) {
          const log = logs[index & 255]
          if (!log || decodePaymentLog(log) === null)
            throw new Error('The bench log did not decode.')
        }
      },
    },
    {
      name: 'viem decodeEventLog',
      operations: OPERATIONS,
      run() {
        for (let index = 0; index < OPERATIONS; index++) {
          const log = logs[index & 255]
          const [topic, ...rest] = log?.topics ?? []
          if (!log || !topic) throw new Error('The bench log has no topic.')
          decodeEventLog({ abi, data: log.data, topics: [topic, ...rest] })
        }
      },
    },
  ])
  if (!encode || !viemEncode || !decode || !viemDecode) throw new Error('A case was not measured.')
  return [
    atLeast('calldata of an ERC-20 payment, validated', encode, viemEncode, 20),
    atLeast('decode of a payment log', decode, viemDecode, 40),
  ]
}

function createLog(reference: Hex, index: number): RawLog {
  const data = encodeAbiParameters(
    [
      { type: 'address' },
      { type: 'address' },
      { type: 'uint256' },
      { type: 'uint256' },
      { type: 'address' },
    ],
    [TOKEN, PAYEE, BigInt(index + 1), 10n, PAYEE],
  )
  return {
    address: PROXY,
    topics: [
      '0x9f16cbcc523c67a60c450e5ffe4f3b7b6dbe772e7abcadb2686ce029a9a0a2b6',
      keccak256(reference),
    ],
    data,
    logIndex: index,
    transactionHash: keccak256(`0x${index.toString(16).padStart(4, '0')}`),
    blockNumber: 1n,
    blockHash: keccak256('0x01'),
  }
}
