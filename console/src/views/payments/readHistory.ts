import type { DeliveryRecord, RefundRecord, RequestDetail, WebhookRecord } from '../../api.ts'

/** A delivery about the request, and the endpoint that receives it. */
export type ToldDelivery = { readonly webhook: WebhookRecord; readonly delivery: DeliveryRecord }

/** A payer's step before the payment is confirmed. */
export type PayerStep = NonNullable<RequestDetail['activity']>[number]

/** One step in a request's history. */
export type HistoryStep =
  | { readonly kind: 'created'; readonly at: string }
  | { readonly kind: 'payer'; readonly at: string; readonly step: PayerStep }
  | {
      readonly kind: 'payment'
      readonly at: string
      readonly payment: RequestDetail['payments'][number]
    }
  | {
      readonly kind: 'refund'
      readonly at: string
      readonly change: 'created' | 'confirmed' | 'cancelled'
      readonly refund: RefundRecord
    }
  | ({ readonly kind: 'delivery'; readonly at: string } & ToldDelivery)

/** The order of steps that have the same time. */
const ORDER = { created: 0, payer: 1, payment: 2, refund: 3, delivery: 4 } as const

/**
 * Reads a request's history, oldest first: its creation, the payers' steps, its payments and refunds, and the webhooks
 * about them. A payment has the time of its confirmation, which is later than its block.
 */
export function readHistory(
  request: Pick<RequestDetail, 'createdAt' | 'payments' | 'activity'>,
  deliveries: readonly ToldDelivery[],
  refunds: readonly RefundRecord[] = [],
): readonly HistoryStep[] {
  const { activity = [] } = request
  const confirmedAt = new Map(activity.map(({ paymentId, at }) => [paymentId, at]))
  const steps: HistoryStep[] = [
    { kind: 'created', at: request.createdAt },
    ...activity
      .filter(({ kind }) => kind !== 'confirmed')
      .map((step) => ({ kind: 'payer', at: step.at, step }) as const),
    ...request.payments.map((payment) => {
      const at = confirmedAt.get(payment.id) ?? payment.timestamp
      return { kind: 'payment', at, payment } as const
    }),
    ...refunds.flatMap(readChanges),
    ...deliveries.map(
      (told) => ({ kind: 'delivery', at: told.delivery.createdAt, ...told }) as const,
    ),
  ]
  return steps.toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at) || ORDER[a.kind] - ORDER[b.kind],
  )
}

function readChanges(refund: RefundRecord): HistoryStep[] {
  const { createdAt, confirmedAt, cancelledAt } = refund
  const changes = { created: createdAt, confirmed: confirmedAt, cancelled: cancelledAt }
  return CHANGES.flatMap((change) => {
    const at = changes[change]
    return at === null ? [] : [{ kind: 'refund', at, change, refund } as const]
  })
}

const CHANGES = ['created', 'confirmed', 'cancelled'] as const
