import { getCurrency } from '@secure-payment/core/catalogue'
import { startChains } from '@secure-payment/devnet'
import { expect, test } from 'vitest'
import { createFakePrices } from '../support/fakePrices.ts'
import { startTestHost } from '../support/testHost.ts'
import { buildTron, signTron } from '../support/tronWallets.ts'
import { FIATS, priceIn, wantedUnits, writeAmount } from './support/fiatPrices.ts'
import { accountOf } from './support/payTron.ts'
import { waitFor } from './support/waitFor.ts'

/** The devnet's account 0. */
const PAYEE = 'TXJgMdjVX5dKiQaUi9QobwNxtSQaFqccvd'
const PAYER_INDEX = 3

test.each(['USDT-tron', 'USDC-tron'])(
  'a fiat invoice in each of the 30 currencies is paid in %s at a quote',
  async (tokenId) => {
    await using chains = await startChains({ networks: ['tron'] })
    chains.tronNode('tron').setSwitches({ solidLag: 0 })
    const prices = createFakePrices(() => new Date())
    const asset = getCurrency(tokenId).symbol
    for (const fiat of FIATS) prices.set(asset, fiat, priceIn(fiat))
    await using host = await startTestHost(
      {
        PAY_NETWORKS: 'tron',
        PAY_RPC_URL_TRON: chains.rpcUrl('tron'),
        PAY_ROLE: 'api,watcher,worker',
        PAY_POLL_INTERVAL_MS_TRON: '50',
        PAY_PRICE_SOURCES: 'coinbase,kraken',
      },
      { prices },
    )
    const { kysely } = host.host.context.db
    const tron = host.host.context.chains.getTron('tron')
    const { tronAddress, privateKey } = accountOf({ chains }, PAYER_INDEX)
    for (const fiat of FIATS) {
      const { token, requestIds } = await host.createPayment({
        requests: [
          {
            payee: PAYEE,
            invoiceCurrency: fiat,
            paymentCurrency: tokenId,
            amount: writeAmount(fiat),
          },
        ],
      })
      const page = `/v2/secure-payments/${token}`
      await host.call('POST', `${page}/quotes`, { body: {} })
      const { json, status } = await host.call('GET', `${page}/pay?wallet=${tronAddress}`)
      expect([fiat, status]).toEqual([fiat, 200])
      for (const call of json.transactions) {
        const block = await tron.getReferenceBlock()
        const built = await buildTron({
          ...call,
          owner: tronAddress,
          nowMs: block.timestampMs,
          block,
        })
        const signed = signTron(built, { address: tronAddress, privateKey: privateKey.slice(2) })
        const body = { signedTransaction: signed }
        const sent = await host.call('POST', `${page}/tron/broadcast`, { body })
        expect([fiat, sent.status, sent.json.result]).toEqual([fiat, 200, true])
        await waitFor('the transaction to be mined', async () => {
          const found = await tron.findTransaction(signed.txID)
          return found?.blockNumber ?? null
        })
      }
      const payment = await waitFor(`the payment in ${fiat}`, async () => {
        const [found] = await kysely
          .selectFrom('payments')
          .selectAll()
          .where('request_id', '=', String(requestIds[0]))
          .execute()
        return found ?? null
      })
      const { credited_units, rate_source } = payment
      const wanted = wantedUnits({ fiat, tokenId, isQuoted: true })
      expect([fiat, credited_units, rate_source]).toEqual([fiat, wanted.toString(), 'quote'])
      const event = await kysely
        .selectFrom('events')
        .select('body')
        .where('request_id', '=', payment.request_id)
        .where('type', '=', 'payment.confirmed')
        .executeTakeFirstOrThrow()
      const { totalAmountPaid } = JSON.parse(event.body)
      expect([fiat, Number(totalAmountPaid)]).toEqual([fiat, Number(writeAmount(fiat))])
    }
  },
  120_000,
)
