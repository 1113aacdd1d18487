import type { BatchFee } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { Converter } from '../machine/verifiedPayment.ts'
import type { PaymentMetadata, PaymentOptionBalance } from '../paymentMetadata.ts'
import type { Cost, PayOption } from '../payOption.ts'
import { bridgeOptions, findCosts, findMissing, findOmitted } from './bridgeOptions.ts'
import { duePayments, requireNetwork, spending, totals } from './verifyPayment.ts'

/**
 * Lists the ways to pay with the connected wallet: the direct way first, then those over a bridge. `canSign`: the service may send a
 * payment that the wallet signs. Throws PaymentRefusedError.
 */
export function allOptions(
  payment: PaymentMetadata,
  converter: Converter | null,
  batchFee?: BatchFee,
  canSign?: boolean,
): readonly PayOption[] {
  const direct = payOptions(payment, converter, { batchFee, canSign })
  const [only] = direct
  if (only === undefined) return direct
  return [{ ...only, ...findOmitted(payment) }, ...bridgeOptions(payment, only)]
}

/**
 * Returns the one way to pay on the payment's own network: `direct`. It contains all costs of the payment, each with the balance
 * that the service read. `batchFee` is the fee that the contract of a batch charges. Throws PaymentRefusedError.
 */
function payOptions(
  payment: PaymentMetadata,
  converter: Converter | null,
  { batchFee, canSign }: { batchFee: BatchFee | undefined; canSign: boolean | undefined },
): readonly PayOption[] {
  const network = requireNetwork(payment)
  const due = duePayments(payment, network, converter)
  const spent = spending(due, batchFee)
  const [first] = spent
  const balances = spent.map((cost) => findBalance(payment, network, cost))
  const isSponsored = canSign && balances[0]?.isSponsored
  const gas = balances.map((balance) => (isSponsored ? null : (balance?.hasEnoughGas ?? null)))
  const option: PayOption = {
    id: `${network.id}:${spent.map((cost) => cost.symbol).join('+')}`,
    network: network.id,
    symbol: first.symbol,
    needed: first.amount,
    costs: totals(due, batchFee),
    spending: spent,
    balance: balances[0]?.balance ?? null,
    // Unknown is not "no": the transactions' own check runs before anything is signed.
    hasEnoughBalance: balances.every((balance) => balance?.hasEnoughBalance ?? true),
    missing: spent.length === 1 && balances[0] ? findMissing(first, balances[0]) : null,
    hasEnoughGas: gas.includes(false) ? false : gas.includes(null) ? null : true,
    ...(isSponsored && { isSponsored }),
    route: 'direct',
  }
  const label = findLabel(payment, network)
  if (label === undefined || spent.length > 1) return [option]
  const way = { chain: label, network, due: first, direct: option }
  const { costs: directCosts, ...lacking } = findCosts(payment, first, way)
  return [{ ...option, ...lacking, ...(directCosts && { directCosts }) }]
}

function findBalance(
  payment: PaymentMetadata,
  network: Network,
  cost: Cost,
): PaymentOptionBalance | undefined {
  const label = findLabel(payment, network)
  return label === undefined ? undefined : payment.paymentOptions?.[label]?.[cost.symbol]
}

/** Options are keyed by the API's source chain name, or by the network's id if it has none. */
function findLabel({ paymentOptions }: PaymentMetadata, network: Network): string | undefined {
  const names = [network.sourceChain, network.id].map((name) => name?.toLowerCase())
  return Object.keys(paymentOptions ?? {}).find((name) => names.includes(name.toLowerCase()))
}
