import type { Text } from '../text.ts'

/** The Japanese sentences about inviting another merchant. */
export const invitation: Text['invitation'] = {
  merchant: {
    title: '販売者を招待',
    lead: '新しい販売者には招待が必要です。リンクから独立した販売者アカウントが 1 つ作成されます。3 日以内に一度だけ使え、こちらのアカウントにはアクセスできません。',
    create: 'リンクを作成',
  },
  member: {
    title: 'メンバーを招待',
    lead: 'リンクを使うと、1 つのウォレットまたはメールアドレスが、指定したロールでこのアカウントに追加されます。3 日以内に一度だけ使えます。',
    create: '招待リンクを作成',
  },
  guest: '利用できる相手',
  guestHint:
    'リンクを利用できる唯一のメールアドレスまたはウォレットです。指定しない場合は、リンクを持つ人なら誰でも利用できるため、本人にだけ送ってください。',
  guestInvalid:
    'ana@example.com のようなメールアドレス、またはウォレットのアドレスを入力してください。',
  isFor: (address) => `${address} 専用`,
  sent: (email) => `サービスからもリンクを ${email} に送信します。`,
  link: '招待リンク',
  inRole: (role) => `ロール「${role}」の招待`,
  guestInRole: (guest, role) => `${guest} への招待（ロール：${role}）`,
  once: (until) =>
    `今すぐリンクをコピーしてください。このページに表示されるのは一度だけです。${until} まで有効です。`,
  created: '招待リンクを作成しました。',
  open: '有効なリンク',
  opens: { merchant: '新しい販売者用', member: 'このアカウントのメンバー用' },
  made: (when) => `作成：${when}`,
  expires: (when) => `有効期限：${when}`,
  you: 'ご自身が作成',
  revoke: '失効させる',
  revokeTitle: 'このリンクを失効させますか？',
  revokeText: 'リンクはただちに使えなくなります。',
  revoked: '招待リンクを失効させました。',
}
