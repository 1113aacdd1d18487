import type { Text } from '../text.ts'

/** The Japanese sentences for the API keys screen; part of {@link ja}. */
export const apiKeys: Text['apiKeys'] = {
  title: 'API キー',
  lead: 'API キーはサーバーのパスワードです。ページ、アプリ、リポジトリには決して含めないでください。',
  create: 'API キーを作成',
  empty: 'API キーはまだありません',
  emptyText: '個別に失効させられるよう、サーバーやジョブごとに作成してください。',
  label: 'ラベル',
  labelHint: '使用する場所（例：「注文サービス」）。',
  scopes: '権限',
  scopesHint: 'サーバーに必要な権限だけを付与してください。後から変更することはできません。',
  noScopes: '権限を 1 つ以上選択してください。',
  /** `scopes` contains the names of the scopes, joined as a list. */
  may: (scopes) => `権限：${scopes}`,
  expires: '有効期限',
  expiry: { never: 'なし', d30: '30 日後', d90: '90 日後', d365: '1 年後' },
  expiresAt: (when) => `有効期限：${when}`,
  expired: '期限切れ',
  createTitle: '新しい API キー',
  createdTitle: '新しい API キー',
  created: 'API キーを作成しました。',
  key: 'API キー',
  switchedOn: 'API キーを有効にしました。',
  switchedOff: 'API キーを無効にしました。このキーによる呼び出しは 1 秒以内に拒否されます。',
  revoke: '失効させる',
  revokeTitle: (label) => `「${label}」を失効させますか？`,
  revokeText: 'このキーによる呼び出しは今後拒否されます。この操作は元に戻せません。',
  revoked: 'API キーを失効させました。',
  revokedList: (count) => `失効済み（${count}）`,
}
