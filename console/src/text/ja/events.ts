import type { Text } from '../text.ts'

/** The Japanese sentences about webhook events, by type; part of {@link ja}. */
export const events: Text['events'] = {
  'payment.confirmed': '全額が届いたとき',
  'payment.partial': '一部が届いたとき',
  'payment.failed': '支払いが失敗したとき、またはチェーンから取り消されたとき',
  'payment.processing': '銀行入金が次の段階に進んだとき',
  'payment.refunded': '支払者に返金されたとき',
  'payment.unmatched': 'どの支払いリクエストにも一致しない支払いが届いたとき',
  'request.recurring': '定期の支払いリクエストの次の期間が始まったとき',
  'request.cancelled': '支払いリクエストを取り消したとき',
  'refund.created': '返金が作成されたとき',
  'refund.confirmed': '返金が届いたとき',
  'refund.failed': '返金がチェーンから取り消されたとき',
  'refund.cancelled': '返金を取り消したとき',
  'compliance.updated': '支払者の審査のステータスが変わったとき',
  'payment_detail.updated': '銀行口座が審査されたとき',
  'secure_payment.user_event': '支払者の進行状況（有効にした場合）',
  'secure_payment.access_rejected': '許可されていないウォレットが支払おうとしたとき',
  'kyt.screening.completed': '支払おうとしたウォレットの審査が完了したとき',
}
