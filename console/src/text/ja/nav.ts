import type { Text } from '../text.ts'

/** The Japanese sentences for the navigation; part of {@link ja}. */
export const nav: Text['nav'] = {
  label: 'コンソール',
  start: 'ホーム',
  payments: '支払い',
  links: 'リンク',
  newLink: '新しい支払いリンク',
  destinations: '受け取り',
  clientIds: 'クライアント ID',
  apiKeys: 'API キー',
  webhooks: 'Webhook',
  embed: '埋め込み',
  branding: 'ブランディング',
  payouts: '送金',
  payers: '銀行送金',
  refunds: '返金',
  unmatched: '未照合',
  offramps: '銀行入金',
  payoutFile: 'ファイルから送金',
  schedules: '定期送金',
  newSchedule: '新しい定期送金',
  account: 'アカウント',
  docs: 'API リファレンス',
  session: 'セッション',
}
