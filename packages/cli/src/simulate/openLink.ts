import type { Network } from '@secure-payment/core/networks'
import { CommandError } from '../errors.ts'
import { localAddress, MERCHANT_INDEX, requireTestNetwork } from './openWallet.ts'
import type { Simulation } from './simulation.ts'

/** A link that a simulation pays. */
export type OpenLink = {
  token: string
  requestId: string
  network: Network
  /** The node that the host returns to payers; null if it returns none. */
  rpcUrl: string | null
  expiresAt: string
}

/** Reads the link of the run, or creates one. @throws CommandError for a link on a network where money has value */
export async function openLink(
  simulation: Simulation,
  facts: { expiresAt?: string } = {},
): Promise<OpenLink> {
  const { client, options } = simulation
  const token = options.token ?? (await createLink(simulation, facts))
  const { chain, requestIds, expiresAt } = await client.securePayments.get({ params: { token } })
  const network = requireTestNetwork(chain.id)
  const [requestId, ...others] = requestIds
  if (requestId === undefined || others.length > 0) {
    throw new CommandError('simulate pays links with one item.')
  }
  const devnetUrl = options.devnet?.chains.find((one) => one.network === network.id)?.rpcUrl
  const rpcUrl = options.rpcUrl ?? devnetUrl ?? chain.rpcUrl
  return { token, requestId, network, rpcUrl, expiresAt }
}

async function createLink(
  { client, options, note }: Simulation,
  facts: { expiresAt?: string },
): Promise<string> {
  const network = requireTestNetwork(options.network)
  const currency = network.tokens.find(({ symbol }) => symbol === options.symbol)
  if (currency === undefined) {
    const symbols = network.tokens.map(({ symbol }) => symbol).join(', ')
    throw new CommandError(`${network.name} has no token ${options.symbol}.`, {
      hint: `Tokens there: ${symbols}.`,
    })
  }
  const payee = options.payee ?? (network.isLocal ? localAddress(MERCHANT_INDEX) : null)
  if (payee === null) {
    throw new CommandError('A new link needs the wallet that receives the payment.', {
      hint: 'Add --payee ADDRESS, or the token of a link.',
    })
  }
  const { currencyId } = currency
  const { token } = await client.securePayments.create({
    body: {
      requests: [
        {
          ...{ payee, amount: options.amount },
          ...{ invoiceCurrency: currencyId, paymentCurrency: currencyId },
        },
      ],
      reference: 'simulated',
      ...facts,
    },
  })
  note(`Created the link ${token}: ${options.amount} ${currencyId}`)
  return token
}
