import type { Text } from '../text.ts'

/** The Japanese sentences for choosing the reporting currency; part of {@link ja}. */
export const reportingCurrency: Text['reportingCurrency'] = {
  title: 'レポート通貨',
  lead: 'ホーム、支払い、その CSV では、各支払いの時点のレートによる相当額をこの通貨で表示します。',
  field: '通貨',
  hint: 'すべての支払いにすぐに適用されます。この通貨での相当額が不明な支払いは別に数えます。承認基準額は引き続き米ドルです。',
  choice: (code, name) => `${code} · ${name}`,
  save: '通貨を保存',
  saved: (code) => `レポート通貨：${code}。`,
  restricted: 'オーナーと管理者が変更できます。',
}
