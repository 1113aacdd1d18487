import type { DeliveryRecord, RequestDetail, WebhookRecord } from '../../api.ts'

/** A delivery about the request, and the endpoint that receives it. */
export type ToldDelivery = { readonly webhook: WebhookRecord; readonly delivery: DeliveryRecord }

/** One step in the history of a request. */
export type HistoryStep =
  | { readonly kind: 'created'; readonly at: string }
  | {
      readonly kind: 'payment'
      readonly at: string
      readonly payment: RequestDetail['payments'][number]
    }
  | ({ readonly kind: 'delivery'; readonly at: string } & ToldDelivery)

/** Steps of one moment are in this order. */
const ORDER = { created: 0, payment: 1, delivery: 2 } as const

/** Reads the history of a request, oldest first: its creation, its payments, and the webhooks about them. */
export function readHistory(
  request: Pick<RequestDetail, 'createdAt' | 'payments'>,
  deliveries: readonly ToldDelivery[],
): readonly HistoryStep[] {
  const steps: HistoryStep[] = [
    { kind: 'created', at: request.createdAt },
    ...request.payments.map(
      (payment) => ({ kind: 'payment', at: payment.timestamp, payment }) as const,
    ),
    ...deliveries.map(
      (told) => ({ kind: 'delivery', at: told.delivery.createdAt, ...told }) as const,
    ),
  ]
  return steps.toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at) || ORDER[a.kind] - ORDER[b.kind],
  )
}
