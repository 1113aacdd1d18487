import type { Hex } from '../hex.ts'
import type { Transaction } from '../step.ts'
import {
  checkPayment,
  type ReceivedTransaction,
  readKnownCall,
  unknownMethodError,
} from './verifyCalldata.ts'

/**
 * Accepts calldata that a bridge carries to ERC20FeeProxy when it is exactly the expected payment. `index` is the position of the
 * transaction that carries it.
 *
 * @throws CalldataMismatchError
 */
export function checkDestinationCall(data: Hex, expected: Transaction, index: number): void {
  const to = expected.to.toLowerCase()
  const received: ReceivedTransaction = { index, transaction: { to, data, value: 0n } }
  const call = readKnownCall(received)
  if (call === null) throw unknownMethodError(received, 'a payment on arrival')
  checkPayment({ ...received, call }, expected)
}
