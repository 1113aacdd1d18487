import { type RawLog, TOPICS } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import { encodeAbiParameters, type Hex, keccak256, numberToHex, pad } from 'viem'
import type { Receipt } from '../../../host/src/chains/chainClient.ts'
import { AMOUNT_UNITS, NETWORK, PAYEE } from './requestRows.ts'

const PAYER: Hex = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const network = getNetwork(NETWORK)
const proxy = network.contracts.ERC20FeeProxy?.address ?? ''
const token = asHex(network.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '')
const eventData = encodeAbiParameters(
  [
    { type: 'address' },
    { type: 'address' },
    { type: 'uint256' },
    { type: 'uint256' },
    { type: 'address' },
  ],
  [token, PAYEE, AMOUNT_UNITS, 0n, PAYEE],
)
const transferData = encodeAbiParameters([{ type: 'uint256' }], [AMOUNT_UNITS])
const transferTopics = [TOPICS.transfer, pad(PAYER), pad(asHex(PAYEE.toLowerCase()))]

/**
 * A USDC payment in the chain's format: the fee proxy's event, and the receipt with the preceding token transfer.
 */
export type PaymentOnChain = { log: RawLog; receipt: Receipt }

/** Creates a payment with a reference, in a separate transaction; `index` is the transaction's position in the block. */
export function createPaymentOnChain(
  paymentReference: string,
  place: { blockNumber: bigint; blockHash: Hex; index: number },
): PaymentOnChain {
  const { blockNumber, blockHash, index } = place
  const transactionHash = keccak256(
    `0x${numberToHex(blockNumber, { size: 8 }).slice(2)}${numberToHex(index, { size: 4 }).slice(2)}`,
  )
  const common = { transactionHash, blockNumber, blockHash }
  const log: RawLog = {
    ...common,
    address: proxy.toLowerCase(),
    topics: [TOPICS.erc20Payment, keccak256(asHex(paymentReference))],
    data: eventData,
    logIndex: index * 2 + 1,
  }
  const transfer: RawLog = {
    ...common,
    address: token.toLowerCase(),
    topics: transferTopics,
    data: transferData,
    logIndex: index * 2,
  }
  const receipt: Receipt = {
    ...common,
    succeeded: true,
    from: PAYER,
    costUnits: 90_000_000_000n,
    logs: [transfer, log],
  }
  return { log, receipt }
}

function asHex(text: string): Hex {
  return `0x${text.slice(2)}`
}
