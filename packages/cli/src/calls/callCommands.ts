import { type CallCommand, type Column, call, type Json } from './callCommand.ts'
import { amount, member, text, textAt, time } from './columns.ts'

const SECURE_PAYMENT_HIDES = ['isCryptoToFiatAvailable'] as const

/** The columns of a list of payments. */
export const PAYMENT_COLUMNS: readonly Column[] = [
  time('TIME', 'timestamp'),
  amount('AMOUNT', 'amount', 'currency'),
  text('REFERENCE', 'request.reference'),
  member('REFUND', 'refundStatus'),
  member('PAYMENT', 'id'),
]

/**
 * Every command that is one call. A line here adds the command, its flags, help, completion and MCP tool. Flags are the members of the
 * endpoint's query and body, and arguments are the parameters of its path.
 */
export const callCommands: readonly CallCommand[] = [
  call('payments list', 'payments', 'search', {
    rows: 'payments',
    columns: PAYMENT_COLUMNS,
    // The command prints JSON with --json.
    hides: ['format'],
  }),
  call('payments totals', 'payments', 'totals'),
  call('links create', 'securePayments', 'create', {
    item: 'requests',
    hides: SECURE_PAYMENT_HIDES,
    after: (answer) => `Next: secure-payment open ${textAt(answer, 'token')}`,
  }),
  call('links list', 'securePayments', 'list', {
    rows: 'securePayments',
    columns: [
      time('CREATED', 'createdAt'),
      member('STATUS', 'status'),
      { title: 'AMOUNT', read: firstAmount },
      text('REFERENCE', 'reference'),
      member('TOKEN', 'token'),
    ],
    hides: ['requestId'],
  }),
  call('links show', 'securePayments', 'get', {
    query: { completed: 'show' },
    // The host rejects the page of a link that is expired, cancelled or reusable.
    recover: ({ payment }) => payment,
    hides: ['clientId', 'completed'],
  }),
  call('links edit', 'securePayments', 'update'),
  call('links cancel', 'securePayments', 'cancel'),
  call('requests create', 'requests', 'create', { hides: SECURE_PAYMENT_HIDES }),
  call('requests list', 'requests', 'list', {
    rows: 'requests',
    columns: [
      time('CREATED', 'createdAt'),
      member('STATUS', 'status'),
      amount('AMOUNT', 'requestAmount', 'invoiceCurrency'),
      text('REFERENCE', 'reference'),
      text('REQUEST', 'requestId'),
    ],
  }),
  call('requests show', 'requests', 'get'),
  call('requests cancel', 'requests', 'cancel'),
  call('refunds create', 'refunds', 'create', {
    after: (answer) =>
      textAt(answer, 'status') === 'open'
        ? `Next: secure-payment refunds link --refund-ids ${textAt(answer, 'id')}`
        : null,
  }),
  call('refunds list', 'refunds', 'list', {
    rows: 'refunds',
    columns: [
      time('CREATED', 'createdAt'),
      member('STATUS', 'status'),
      amount('AMOUNT', 'amount', 'currency'),
      text('REASON', 'reason'),
      member('REFUND', 'id'),
    ],
  }),
  call('refunds show', 'refunds', 'get'),
  call('refunds cancel', 'refunds', 'cancel'),
  call('refunds link', 'securePayments', 'createRefund', {
    after: (answer) => `Next: secure-payment open ${textAt(answer, 'token')}`,
  }),
  call('unmatched list', 'unmatchedPayments', 'list', {
    rows: 'unmatchedPayments',
    columns: [
      time('FOUND', 'detectedAt'),
      member('NETWORK', 'network'),
      amount('AMOUNT', 'amount', 'currency'),
      text('REASON', 'reason'),
      text('ID', 'id'),
    ],
  }),
  call('webhooks create', 'webhooks', 'create', {
    after: () => 'Store the secret now: no later call returns it.',
  }),
  call('webhooks list', 'webhooks', 'list', {
    rows: null,
    columns: [
      member('ENDPOINT', 'id'),
      { title: 'ACTIVE', read: ({ isActive }) => (isActive === true ? 'yes' : 'no') },
      text('EVENTS', 'events'),
      text('URL', 'url'),
    ],
  }),
  call('webhooks remove', 'webhooks', 'remove'),
  call('webhooks deliveries', 'webhooks', 'deliveries', {
    rows: 'deliveries',
    columns: [
      time('CREATED', 'createdAt'),
      text('EVENT', 'event'),
      member('STATUS', 'status'),
      {
        title: 'TRIES',
        read: ({ attempts }) => String(Array.isArray(attempts) ? attempts.length : 0),
      },
      member('DELIVERY', 'id'),
    ],
  }),
  call('webhooks delivery', 'webhooks', 'delivery'),
  call('events list', 'webhooks', 'events', {
    rows: 'events',
    columns: [
      time('TIME', 'createdAt'),
      text('EVENT', 'event'),
      { title: 'TEST', read: ({ isTest }) => (isTest === true ? 'yes' : 'no') },
      member('EVENT ID', 'id'),
    ],
  }),
  call('client-ids list', 'clientIds', 'list', {
    rows: null,
    columns: [
      text('LABEL', 'label'),
      member('STATUS', 'status'),
      text('DOMAINS', 'allowedDomains'),
      member('CLIENT ID', 'clientId'),
    ],
  }),
  call('currencies list', 'currencies', 'list', {
    rows: null,
    columns: [
      member('ID', 'id'),
      member('SYMBOL', 'symbol'),
      member('NETWORK', 'network'),
      member('DECIMALS', 'decimals'),
      text('ADDRESS', 'address'),
    ],
  }),
]

/** Returns the amount of a link's first item, and the number of further ones. */
function firstAmount({ items, itemCount }: Json): string {
  const [first] = Array.isArray(items) ? items : []
  if (first === undefined) return ''
  const further = Number(itemCount) - 1
  const own = `${textAt(first, 'amount')} ${textAt(first, 'invoiceCurrency')}`
  return further > 0 ? `${own} +${further}` : own
}
