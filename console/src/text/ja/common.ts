import type { Text } from '../text.ts'

/** The Japanese sentences that several screens share; part of {@link ja}. */
export const common: Text['common'] = {
  loading: '読み込み中…',
  retry: '再試行',
  unreached: 'サービスから応答がありませんでした。接続を確認してください。',
  reload: 'ページを再読み込み',
  partLost:
    'ページを開いている間に更新されたか、一部を読み込めませんでした。プレビューを表示するには再読み込みしてください。入力内容は保持されます。',
  cancel: 'キャンセル',
  close: '閉じる',
  save: '保存',
  back: '戻る',
  copy: (what) => `${what}をコピー`,
  /** Quotes external text, such as a column title. */
  quote: (what) => `「${what}」`,
  copied: 'コピーしました',
  copiedWhat: (what) => `${what}をコピーしました。`,
  copyFailed: 'ブラウザがコピーを許可しませんでした。テキストを選択して手動でコピーしてください。',
  never: 'なし',
  neverUsed: '未使用',
  lastUsed: (when) => `最終使用：${when}`,
  created: (when) => `作成：${when}`,
  optional: '任意',
  active: '有効',
  inactive: '無効',
  revoked: '失効済み',
  switchOn: '有効にする',
  switchOff: '無効にする',
  edit: '編集',
  signOut: 'サインアウト',
  opensNewTab: '新しいタブで開きます',
  entry: (number, message) => `${number} 行目：${message}`,
  storeSecret:
    '表示されるのは今回だけです。パスワードマネージャーまたはサーバーのシークレットに、今すぐ保存してください。',
  stored: '保存しました',
  stale: '最新ではありません。サービスから応答がありませんでした。自動的に再試行します。',
  supportCode: (code) => `サポートコード ${code}`,
}
