import type { RefundOf } from '@secure-payment/core/api'
import { plainText } from '@secure-payment/widget/design'
import type { Text } from '../../text/text.ts'

/** Returns a refund's title, with the refunded order's reference if it has one. */
export function titleRefund(
  { reference }: Pick<RefundOf, 'reference'>,
  { refunds }: Pick<Text, 'refunds'>,
): string {
  return reference === null ? refunds.marks.one : refunds.of(plainText(reference))
}
