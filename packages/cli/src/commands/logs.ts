import type { Client } from '@secure-payment/core/client'
import { UsageError } from '../errors.ts'
import type { Format } from '../output/createPrinter.ts'
import { type Command, textFlag } from '../program/command.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100
const STATUSES = ['pending', 'delivered', 'dead', 'cancelled'] as const
type Status = (typeof STATUSES)[number]

type Delivery = Awaited<ReturnType<Client['webhooks']['deliveries']>>['deliveries'][number]

/** Prints the log of webhook deliveries of all endpoints, or the audit log. */
export const logs: Command = {
  path: 'logs',
  summary: 'Show webhook deliveries, or the audit log',
  description:
    'Prints the latest deliveries of all endpoints, newest first, with the response to the last attempt. With --audit, prints the changes to the merchant account; this needs the scope manage.',
  args: [],
  flags: [
    {
      name: 'limit',
      value: 'number',
      description: `from 1 to ${MAX_LIMIT}; ${DEFAULT_LIMIT} by default`,
    },
    { name: 'status', value: 'status', description: 'only deliveries with it', choices: STATUSES },
    { name: 'webhook', value: 'id', description: 'only of this endpoint' },
    { name: 'audit', value: null, description: 'the audit log instead' },
  ],
  async run({ printer, connect }, input) {
    const limit = readLimit(textFlag(input, 'limit'))
    const { client } = await connect()
    if (input.flags['audit'] === true) {
      const { entries } = await client.auditLog.list({ query: { limit: String(limit) } })
      printer.result(entries, (format) => auditTable(entries, format))
      return
    }
    const webhook = textFlag(input, 'webhook')
    const all = await client.webhooks.list()
    const endpoints = webhook === undefined ? all : all.filter(({ id }) => id === webhook)
    const found: (Delivery & { url: string })[] = []
    for (const { id, url } of endpoints) {
      // The parser accepts only these statuses.
      const status = textFlag(input, 'status') as Status | undefined
      const query = { limit: String(limit), ...(status !== undefined && { status }) }
      const { deliveries } = await client.webhooks.deliveries({ params: { webhookId: id }, query })
      found.push(...deliveries.map((delivery) => ({ ...delivery, url })))
    }
    // Ids begin with their time.
    const newest = found.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit)
    printer.result(newest, (format) => deliveryTable(newest, format))
  },
}

function readLimit(text: string | undefined): number {
  const limit = text === undefined ? DEFAULT_LIMIT : Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit
  throw new UsageError(`--limit must be from 1 to ${MAX_LIMIT}.`)
}

function deliveryTable(
  deliveries: readonly (Delivery & { url: string })[],
  format: Format,
): string {
  if (deliveries.length === 0) return 'No deliveries.\n'
  const columns = [
    { title: 'CREATED' },
    { title: 'EVENT', isFlexible: true },
    { title: 'STATUS' },
    { title: 'RESPONSE', isFlexible: true },
    { title: 'DELIVERY' },
  ]
  const rows = deliveries.map(({ createdAt, event, status, attempts, id }) => {
    const last = attempts.at(-1)
    const response = last?.responseStatus ?? last?.error ?? ''
    return [createdAt.slice(5, 16).replace('T', ' '), event, status, String(response), id]
  })
  return format.table(columns, rows)
}

type Entry = Awaited<ReturnType<Client['auditLog']['list']>>['entries'][number]

function auditTable(entries: readonly Entry[], format: Format): string {
  if (entries.length === 0) return 'No entries.\n'
  const columns = [
    { title: 'TIME' },
    { title: 'ACTION' },
    { title: 'BY', isFlexible: true },
    { title: 'RECORD', isFlexible: true },
  ]
  const rows = entries.map(({ createdAt, action, actor, objectId }) => [
    createdAt.slice(0, 16).replace('T', ' '),
    action,
    `${actor.kind} ${actor.id ?? ''}`.trim(),
    objectId ?? '',
  ])
  return format.table(columns, rows)
}
