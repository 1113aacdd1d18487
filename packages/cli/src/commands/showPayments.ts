import { CommandError } from '../errors.ts'
import type { Command } from '../program/command.ts'

/** Shows the payments that an identifier of any kind names. */
export const showPayments: Command = {
  path: 'payments show',
  summary: 'Show payments in full',
  description:
    'Finds payments by a payment’s id, a request’s id, a link’s token, a payment reference or a transaction hash, and prints every member.',
  args: [{ name: 'id', description: 'id, request, token, reference or transaction hash' }],
  flags: [],
  async run({ printer, connect }, { args: [id = ''] }) {
    const { client } = await connect()
    for (const query of queriesFor(id)) {
      const { payments } = await client.payments.search({ query })
      if (payments.length === 0) continue
      printer.result(payments, (format) => payments.map(format.record).join('\n'))
      return
    }
    throw new CommandError(`No payment is recorded for ${id}.`, {
      hint: 'A request or link without a payment: secure-payment requests show, secure-payment links show.',
    })
  },
}

/** Payments and links have ids of one form, so both are asked. */
function queriesFor(id: string): readonly Readonly<Record<string, string>>[] {
  if (/^01[0-9a-f]{64}$/.test(id)) return [{ requestId: id }]
  if (/^0x[0-9a-fA-F]{16}$/.test(id)) return [{ paymentReference: id }]
  if (/^(?:0x)?[0-9a-fA-F]{64}$/.test(id)) return [{ txHash: id }]
  return /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id)
    ? [{ paymentId: id }, { securePaymentToken: id }]
    : [{ requestId: id }]
}
