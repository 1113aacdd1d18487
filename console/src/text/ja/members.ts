import type { Text } from '../text.ts'

/** The Japanese sentences about the members of a merchant account. */
export const members: Text['members'] = {
  title: 'メンバー',
  lead: 'ここにサインインできるウォレットとメールアカウントです。それぞれロールの権限を持ち、自分の受取先を変更できるのはそのウォレットだけです。',
  wallet: 'ウォレット',
  account: 'メールアカウント',
  you: 'ご自身',
  since: (when) => `参加：${when}`,
  signedIn: (when) => `サインイン：${when}`,
  signInUnknown: '最終サインイン不明',
  only: 'メンバーはご自身だけのため、削除できません。先に別のオーナーを招待してください。',
  remove: '削除',
  removeTitle: 'このメンバーを削除しますか？',
  removeText:
    'このメンバーのセッションはただちにすべて終了し、未使用の招待リンクは使えなくなります。API キー、クライアント ID、スケジュールは残ります。このメンバーが持っている可能性のある API キーは失効させてください。',
  leave: '退出',
  leaveTitle: 'この販売者アカウントから退出しますか？',
  leaveText:
    'ただちにすべての場所でサインアウトされ、戻るには新しい招待が必要です。API キー、クライアント ID、スケジュールは残ります。',
  destinations:
    '支払いは引き続き、このウォレットの次の受取先に届きます。先に、これらを使用しているクライアント ID を変更してください：',
  removed: 'メンバーを削除しました。',
  changeRole: 'ロールを変更',
  role: 'ロール',
  roleTitle: 'ロールを変更',
  roleText:
    'このメンバーのすべてのセッションにただちに適用されます。未使用の招待リンクは使えなくなります。',
  saveRole: 'ロールを保存',
  roleSaved: 'ロールを変更しました。',
}
