import { encodeApprove } from '@secure-payment/core/evm'
import type { PaymentTerms } from '@secure-payment/core/ways'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { send } from './send.ts'
import type { World } from './startWorld.ts'

const BATCH = parseAbi([
  'struct Detail { address recipient; uint256 requestAmount; address[] path; bytes paymentReference; uint256 feeAmount; uint256 maxToSpend; uint256 maxRateTimespan; }',
  'struct Group { uint256 paymentNetworkId; Detail[] requestDetails; }',
  'function batchPayments(Group[] groups, address[][] pathsToUSD, address feeAddress) payable',
])
/** `paymentNetworkId` of conversions to tokens. */
const ERC20_CONVERSION = 0n

/**
 * Makes token conversions in one batch contract transaction, encoded by viem. The conversions may include two with one reference,
 * which this project's encoder rejects.
 */
export async function payTogether(
  world: World,
  terms: readonly PaymentTerms[],
  payer = 1,
): Promise<Hex> {
  const batch = world.chains.contract(world.network.id, 'BatchConversionPayments')
  for (const token of new Set(terms.map((item) => item.token))) {
    const items = terms.filter((item) => item.token === token)
    const amountUnits = items.reduce((sum, item) => sum + spendable(item), 0n)
    if (token !== null)
      await send(world, payer, encodeApprove({ token, spender: batch, amountUnits }))
  }
  const requestDetails = terms.map((item) => ({
    recipient: asHex(item.payee),
    requestAmount: item.amountUnits,
    path: (item.conversion?.path ?? []).map(asHex),
    paymentReference: item.paymentReference,
    feeAmount: item.feeUnits,
    maxToSpend: spendable(item),
    maxRateTimespan: item.conversion?.maxRateTimespanS ?? 0n,
  }))
  const data = encodeFunctionData({
    abi: BATCH,
    functionName: 'batchPayments',
    args: [[{ paymentNetworkId: ERC20_CONVERSION, requestDetails }], [], FEE_COLLECTOR],
  })
  return send(world, payer, { to: batch, data, value: 0n })
}

/** The contract transfers a batch fee of zero to this address; tokens reject a transfer to the zero address. */
const FEE_COLLECTOR: Hex = '0x000000000000000000000000000000000000dEaD'

function spendable(item: PaymentTerms): bigint {
  return item.conversion?.maxToSpendUnits ?? 0n
}

function asHex(text: string): Hex {
  return `0x${text.slice(2)}`
}
