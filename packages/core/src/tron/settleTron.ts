import type { PaymentLog } from '../evm/index.ts'
import type { Keccak } from '../id.ts'
import type { PaymentTerms, Settlement } from '../kinds/kind.ts'
import { settlePayment } from '../kinds/settlePayment.ts'
import type { Network } from '../networks/network.ts'
import { abiNetwork } from './abiNetwork.ts'
import { abiPayment } from './abiPayment.ts'

/**
 * Checks a payment event of Tron against one request, like `settle` of a kind. The terms contain Tron's addresses, the log the `0x` forms
 * from the node.
 *
 * @throws InvalidAddressError when an address of the terms is not Tron's.
 */
export function settleTron(
  terms: PaymentTerms,
  log: PaymentLog,
  network: Network,
  keccak?: Keccak,
): Settlement {
  return settlePayment(abiPayment(terms), log, abiNetwork(network), keccak)
}
