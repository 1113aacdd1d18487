import { formatAmount } from '@secure-payment/core'
import { createChainClients } from '../chains/createChainClients.ts'
import type { Config } from '../config.ts'
import { openRelayer } from '../relayer/openRelayer.ts'
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts'

const CHECK = 'relayer'
/** The approximate gas of a recurring payment, and the number of payments for which the coins should last. */
const GAS_A_PAYMENT = 200_000n
const PAYMENTS = 100n

/** Checks that the relayer's account has native coins for its next transactions on each network. */
export async function checkRelayer(
  config: Pick<Config, 'networks' | 'relayerPrivateKey'>,
): Promise<Finding[]> {
  const relayer = await openRelayer(config)
  if (relayer === null) return []
  await using chains = createChainClients(config.networks)
  const evm = config.networks.filter(({ network }) => network.family === 'evm')
  // The clients close when this function ends.
  return await Promise.all(
    evm.map(async ({ network }) => {
      const chain = chains.get(network.id)
      try {
        const [{ balanceUnits }, fees] = await Promise.all([
          chain.readAccount(relayer.address),
          chain.readFees(),
        ])
        const gasPriceUnits = fees.baseFeeUnits + fees.priorityFeeUnits
        return judge(network, { address: relayer.address, balanceUnits, gasPriceUnits })
      } catch (error) {
        return warn(
          CHECK,
          `The balance on ${network.id} is unknown: ${reasonOf(error)}`,
          'Check the nodes of this network.',
        )
      }
    }),
  )
}

function judge(
  network: Config['networks'][number]['network'],
  facts: { address: string; balanceUnits: bigint; gasPriceUnits: bigint },
): Finding {
  const { address, balanceUnits, gasPriceUnits } = facts
  const { symbol, decimals } = network.nativeCurrency
  const costUnits = GAS_A_PAYMENT * gasPriceUnits
  const amount = `${address} has ${formatAmount(balanceUnits, decimals)} ${symbol} on ${network.id}`
  const remedy = `Send ${symbol} to the account.`
  if (balanceUnits < costUnits)
    return fail(CHECK, `${amount}, too little for a transaction.`, remedy)
  if (balanceUnits >= PAYMENTS * costUnits) return ok(CHECK, `${amount}.`)
  return warn(CHECK, `${amount}, enough for about ${balanceUnits / costUnits} payments.`, remedy)
}
