import { MAX_UINT256 } from '../amount.ts'
import { DESTINATION_CALL_GAS, type DepositOrder } from '../crosschain/index.ts'
import { ArithmeticRangeError, MalformedValueError } from '../errors.ts'
import { encodeErc20Payment, isSameAddress, requireContract, ZERO_ADDRESS } from '../evm/index.ts'
import type { Network, Token } from '../networks/network.ts'
import type { TokenNeed } from '../routing/index.ts'
import type { Transaction } from '../step.ts'
import { type ExpectedItem, refuseInvalid } from './verifyCalldata.ts'

/**
 * Derives from the displayed payment everything that a payment from another chain may do.
 *
 * @throws CalldataMismatchError `invalid_expectation` when the displayed payment cannot be made; `cause` is the reason.
 */
export function expectedTransfer(expected: BridgeExpectation): ExpectedTransfer {
  return refuseInvalid(() => {
    const { network, sourceAmountUnits: units, destination, terms } = expected
    const bridge = requireContract(network, 'LiFiDiamond')
    const source = requireSourceToken(expected)
    const token = requireTerms(terms)
    if (network.chainId === destination.chainId)
      throw malformed('Destination', 'a chain other than the source', destination.id)
    const dueUnits = terms.amountUnits + terms.feeUnits
    for (const actual of [units, terms.amountUnits, dueUnits]) assertAmount(actual)
    const call = encodeDestinationCall(destination, { ...terms, token })
    return {
      bridge,
      need: { token: source.address, units },
      resetsApproval: source.resetsApproval ?? false,
      call,
      order: {
        token: source.address,
        amountUnits: units,
        toChainId: BigInt(destination.chainId),
        delivery: {
          token,
          amountUnits: dueUnits,
          fallbackAddress: terms.payee,
          target: call.to,
          spender: call.to,
          gasLimit: DESTINATION_CALL_GAS,
          callData: call.data,
        },
      },
    }
  })
}

/**
 * The displayed payment from another chain: `sourceAmountUnits` of `token` leave the wallet on `network`, and `destination` receives the
 * payment that `terms` defines, a direct token payment. Amounts are in base units.
 */
export type BridgeExpectation = {
  /** The network on which the payer signs. */
  network: Network
  /** One of the registry's tokens on `network`. */
  token: string
  sourceAmountUnits: bigint
  destination: Network
  terms: ExpectedItem
}

/** Every part of a transfer except its quote and deadline, which the bridge chooses. */
export type ExpectedTransfer = {
  /** The receiver of the payer's tokens: the source network's LiFiDiamond. */
  bridge: string
  /** The approval that the bridge needs. */
  need: TokenNeed
  /** Whether a remaining allowance must be set to zero first. */
  resetsApproval: boolean
  /** The payment on the destination chain. */
  call: Transaction
  order: Omit<DepositOrder, 'quoteId' | 'deadlineS'>
}

function requireSourceToken({ network, token }: BridgeExpectation): Token {
  const known = network.tokens.find(({ address }) => isSameAddress(address, token))
  if (known !== undefined) return known
  throw malformed('Source token', `a known token of ${network.id}`, token)
}

/** Returns a direct payment's token. */
function requireTerms({ token, conversion }: ExpectedItem): string {
  if (token === null) throw malformed('Token', 'no native coin', token)
  if (conversion !== null && conversion !== undefined)
    throw malformed('Payment', 'without a conversion', conversion.path.join(' '))
  return token
}

function encodeDestinationCall(
  destination: Network,
  terms: ExpectedItem & { token: string },
): Transaction {
  const proxy = requireContract(destination, 'ERC20FeeProxy')
  const feeAddress = terms.feeAddress ?? ZERO_ADDRESS
  return encodeErc20Payment({ ...terms, proxy, feeAddress })
}

function assertAmount(actual: bigint): void {
  if (actual > 0n && actual <= MAX_UINT256) return
  const requirement = 'an amount above 0 of at most 256 bits'
  throw new ArithmeticRangeError({ operation: 'Paying', requirement, actual })
}

function malformed(what: string, expected: string, actual: unknown): MalformedValueError {
  return new MalformedValueError({ what, expected, actual })
}
