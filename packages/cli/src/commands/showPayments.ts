import { PAYMENT_COLUMNS } from '../calls/callCommands.ts'
import { CommandError } from '../errors.ts'
import type { Command } from '../program/command.ts'

/** The largest page of the search. */
const LIMIT = '100'

/** Shows the payments that match an identifier of any kind. */
export const showPayments: Command = {
  path: 'payments show',
  summary: 'Show a payment in full',
  description:
    'Finds payments by a payment’s id, a request’s id, a link’s token, a payment reference, a transaction hash or the merchant’s reference. Prints every member of one payment, and a list of several.',
  args: [{ name: 'id', description: 'id, request, token, reference or transaction hash' }],
  flags: [],
  async run({ printer, connect }, { args: [id = ''] }) {
    const { client } = await connect()
    for (const query of queriesFor(id)) {
      const { payments, pagination } = await client.payments.search({
        query: { ...query, limit: LIMIT },
      })
      const [first, ...others] = payments
      if (first === undefined) continue
      printer.result(payments, (format) => {
        if (others.length === 0) return format.record(first)
        const rows = payments.map((one) => PAYMENT_COLUMNS.map(({ read }) => read(one)))
        const further = pagination.total - payments.length
        const more =
          further > 0
            ? `Further payments: ${further}. List them: secure-payment payments list.\n`
            : ''
        const next = 'Show one in full: secure-payment payments show PAYMENT'
        return `${format.table(PAYMENT_COLUMNS, rows)}${more}\n${next}\n`
      })
      return
    }
    throw new CommandError(`No payment is recorded for ${id}.`, {
      hint: 'A request or link without a payment: secure-payment requests show, secure-payment links show.',
    })
  },
}

type Query = Readonly<Record<string, string>>

/** Payment ids and link tokens have the same form, so both are searched. The merchant’s reference may have any form. */
function queriesFor(id: string): readonly Query[] {
  const byReference = { reference: id }
  if (/^01[0-9a-f]{64}$/.test(id)) return [{ requestId: id }, byReference]
  if (/^0x[0-9a-fA-F]{16}$/.test(id)) return [{ paymentReference: id }, byReference]
  if (/^(?:0x)?[0-9a-fA-F]{64}$/.test(id)) return [{ txHash: id }, byReference]
  if (/^[0-9A-HJKMNP-TV-Z]{26}$/.test(id)) {
    return [{ paymentId: id }, { securePaymentToken: id }, byReference]
  }
  // The host rejects a request id with characters that only a reference may have.
  return /^[!-~]{1,200}$/.test(id) ? [{ requestId: id }, byReference] : [byReference]
}
