import type { Text } from '../text.ts'

/** The Japanese sentences for the account screen; part of {@link ja}. */
export const account: Text['account'] = {
  title: 'アカウント',
  identity: 'サインイン中',
  wallet: 'ウォレット',
  email: 'メールアドレス',
  tenant: '販売者 ID',
  until: 'セッションの有効期限',
  walletUntil: '15 分間操作がないと終了します。',
  business: '事業者',
  passwordTitle: 'パスワードを変更',
  passwordText: 'このアカウントのほかのセッションはすべて終了します。',
  current: '現在のパスワード',
  new: '新しいパスワード',
  change: 'パスワードを変更',
  changed: 'パスワードを変更しました。ほかのセッションはすべて終了しました。',
  wrongCurrent: '現在のパスワードと一致しません。',
}
