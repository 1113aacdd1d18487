import { referenceTopic } from '@secure-payment/core'
import { TOPICS } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import { encodeAbiParameters, type Hex, pad, parseAbiParameters } from 'viem'
import type { Row } from '../../../host/src/db/schema.ts'
import type { MockLog } from './mockChain.ts'

/** How a simulated payment departs from its request. */
export type MockPayment = {
  request: Row<'requests'>
  units: bigint
  /** What the token says arrived; the units by default. */
  arrivedUnits?: bigint
  token?: string | null
  payee?: string
  from: Hex
}

const ERC20_EVENT = parseAbiParameters('address, address, uint256, uint256, address')
const NATIVE_EVENT = parseAbiParameters('address, uint256, uint256, address')
const NO_FEE: Hex = '0x000000000000000000000000000000000000dead'

/** The logs that the real contracts leave for a payment: the token's Transfer, then the proxy's event. */
export function mockPaymentLogs(network: Network, payment: MockPayment): MockLog[] {
  const { request, units, from } = payment
  const token = payment.token === undefined ? request.token_address : payment.token
  const payee = lower(payment.payee ?? request.payee)
  const reference = referenceTopic(lower(request.payment_reference))
  if (token === null) {
    return [
      {
        address: proxyOf(network, 'EthereumFeeProxy'),
        topics: [TOPICS.nativePayment, reference],
        data: encodeAbiParameters(NATIVE_EVENT, [payee, units, 0n, NO_FEE]),
      },
    ]
  }
  return [
    {
      address: lower(token),
      topics: [TOPICS.transfer, pad(from), pad(payee)],
      data: encodeAbiParameters(parseAbiParameters('uint256'), [payment.arrivedUnits ?? units]),
    },
    {
      address: proxyOf(network, 'ERC20FeeProxy'),
      topics: [TOPICS.erc20Payment, reference],
      data: encodeAbiParameters(ERC20_EVENT, [lower(token), payee, units, 0n, NO_FEE]),
    },
  ]
}

function proxyOf(network: Network, name: 'ERC20FeeProxy' | 'EthereumFeeProxy'): Hex {
  const contract = network.contracts[name]
  if (contract === undefined) throw new Error(`${network.id} has no ${name}`)
  return lower(contract.address)
}

function lower(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`
}
