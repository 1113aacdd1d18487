import type { Text } from '../text.ts'

/** The Japanese sentences about roles and scopes; part of {@link ja}. */
export const rights: Text['rights'] = {
  roles: {
    owner: 'オーナー',
    admin: '管理者',
    finance: '経理',
    developer: '開発者',
    'read-only': '閲覧のみ',
  },
  roleHints: {
    owner: 'すべての操作と、ほかのメンバーをオーナーにすること。',
    admin: 'オーナーの変更を除くすべての操作。',
    finance: '支払い、リンク、送金、返金。設定はできません。',
    developer: '支払い、リンクと、API キーや Webhook などの設定。お金は送れません。',
    'read-only': 'すべてを閲覧できますが、変更はできません。',
  },
  scopes: {
    read: '閲覧',
    create: '作成',
    payouts: '送金',
    refunds: '返金',
    manage: '管理',
    team: 'チーム',
  },
  scopeHints: {
    read: '支払い、支払いリクエスト、リンク、支払者の閲覧。',
    create: '支払いリクエストと支払いリンクの作成と取り消し。',
    payouts: 'お金を送ります：送金、スケジュール、銀行口座。',
    refunds: '支払いを返金します。',
    manage: 'Webhook、クライアント ID、ドメイン、ブランディング、受取先。',
    team: 'メンバーの招待、変更、削除。',
  },
  missing: (scope) =>
    `ご自身のロールには「${scope}」の権限がありません。このアカウントのオーナーまたは管理者に依頼してください。`,
}
