import { referenceTopic } from '@secure-payment/core'
import { TOPICS } from '@secure-payment/core/evm'
import type { ContractName, Network } from '@secure-payment/core/networks'
import { encodeAbiParameters, type Hex, pad, parseAbiParameters } from 'viem'
import type { Row } from '../../../host/src/db/schema.ts'
import type { MockLog } from './mockChain.ts'

/** A simulated payment's differences from its request; `units` are base units of the token or the native coin. */
export type MockPayment = {
  request: Row<'requests'>
  units: bigint
  /** The amount in the token's log; the units by default. */
  arrivedUnits?: bigint
  token?: string | null
  payee?: string
  from: Hex
  /** Pays through a conversion proxy, whose event contains a currency's hash and units of that currency. */
  conversion?: { currency: string; units: bigint; maxRateTimespanS: bigint }
  /** A fee that the payee receives too. */
  feeToPayeeUnits?: bigint
  /** The emitting contract's address, instead of the registry's proxy. */
  emitter?: Hex
}

const ERC20_EVENT = parseAbiParameters('address, address, uint256, uint256, address')
const NATIVE_EVENT = parseAbiParameters('address, uint256, uint256, address')
const CONVERSION_EVENT = parseAbiParameters('uint256, address, uint256, uint256')
const NO_FEE: Hex = '0x000000000000000000000000000000000000dead'

/**
 * Returns the logs of a payment through the real contracts: the token's transfers, then the proxy's event, then a
 * conversion proxy's event.
 */
export function mockPaymentLogs(network: Network, payment: MockPayment): MockLog[] {
  const { request, units, conversion, feeToPayeeUnits = 0n } = payment
  const token = payment.token === undefined ? request.token_address : payment.token
  const payee = lower(payment.payee ?? request.payee)
  const topic = referenceTopic(lower(request.payment_reference))
  const feeAddress = feeToPayeeUnits > 0n ? payee : NO_FEE
  const address = payment.emitter ?? proxyOf(network, token, conversion !== undefined)
  const converted: MockLog[] =
    conversion === undefined
      ? []
      : [{ address, topics: [TOPICS.conversion, topic], data: encodeConversion(conversion) }]
  if (token === null) {
    const data = encodeAbiParameters(NATIVE_EVENT, [payee, units, feeToPayeeUnits, feeAddress])
    return [{ address, topics: [TOPICS.nativePayment, topic], data }, ...converted]
  }
  const data = encodeAbiParameters(ERC20_EVENT, [
    lower(token),
    payee,
    units,
    feeToPayeeUnits,
    feeAddress,
  ])
  const moved = [payment.arrivedUnits ?? units, feeToPayeeUnits].slice(
    0,
    feeToPayeeUnits > 0n ? 2 : 1,
  )
  return [
    ...moved.map((amount) => transfer(lower(token), { from: payment.from, to: payee, amount })),
    { address, topics: [TOPICS.erc20Payment, topic], data },
    ...converted,
  ]
}

function transfer(
  address: Hex,
  { from, to, amount }: { from: Hex; to: Hex; amount: bigint },
): MockLog {
  return {
    address,
    topics: [TOPICS.transfer, pad(from), pad(to)],
    data: encodeAbiParameters(parseAbiParameters('uint256'), [amount]),
  }
}

function encodeConversion(conversion: NonNullable<MockPayment['conversion']>): Hex {
  const { currency, units, maxRateTimespanS } = conversion
  return encodeAbiParameters(CONVERSION_EVENT, [units, lower(currency), 0n, maxRateTimespanS])
}

function proxyOf(network: Network, token: string | null, isConverted: boolean): Hex {
  const direct: ContractName = token === null ? 'EthereumFeeProxy' : 'ERC20FeeProxy'
  const converting: ContractName = token === null ? 'EthConversionProxy' : 'Erc20ConversionProxy'
  const name = isConverted ? converting : direct
  const contract = network.contracts[name]
  if (contract === undefined) throw new Error(`${network.id} has no ${name}`)
  return lower(contract.address)
}

function lower(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`
}
