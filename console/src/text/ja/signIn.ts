import type { Text } from '../text.ts'

/** The Japanese sentences of the sign-in; part of {@link ja}. */
export const signIn: Text['signIn'] = {
  title: 'サインイン',
  lead: '支払いをウォレットで直接受け取れます。鍵は常にご自身の手元にあります。',
  expired: 'セッションが終了しました。サインインすると、中断したところから続けられます。',
  signedOut: 'サインアウトしました。',
  invited: '招待されています。',
  invitedText:
    'ウォレットでサインインするか、メールでアカウントを作成してください。リンクは一度だけ使えます。',
  byInvitation: '新しい販売者には招待が必要です。',
  byInvitationText:
    '届いたリンクを開いてください。リンクは、このサービスを利用している販売者が「アカウント」で、運営者がコマンドラインで作成できます。',
  closed: '新規登録は受け付けていません。',
  closedText:
    'メンバーはここでサインインします。メンバーになるには、このサービスの運営者に招待リンクを依頼してください。',
  withWallet: 'ウォレットでサインイン',
  withEmail: 'メールでサインイン',
  walletHint:
    'ウォレットのセッションでは、支払いの受取先を設定できます。15 分間操作がないと終了します。',
  emailHint:
    'メールアカウントでは、認証情報と Webhook を管理します。30 日間サインインしたままになります。',
  noWallets: 'このブラウザにウォレットが見つかりません。',
  noWalletsHint:
    'ウォレットの拡張機能をインストールするか、ウォレットアプリでこのページを開くか、メールでサインインしてください。',
  connecting: (wallet) => `${wallet} で続けてください`,
  connectingText: 'このページによるアカウントの表示を許可してください。まだ何も署名されません。',
  review: '署名する内容の確認',
  reviewText: (wallet) =>
    `${wallet} にこのメッセージが表示されます。署名すると、アカウントがご自身のものであることが証明されます。お金は動かず、費用もかかりません。`,
  sign: '署名して続ける',
  signing: (wallet) => `${wallet} で署名してください`,
  signingText: '同じメッセージがウォレットに表示されています。',
  chooseOther: '別のウォレットを選択',
  rejected: 'ウォレットで拒否されました。何も署名されていません。',
  walletBusy:
    'ウォレットに未処理のリクエストがあります。承認または拒否してから、再試行してください。',
  walletLocked:
    'ウォレットがロックされているか、アカウントが共有されませんでした。ロックを解除して、再試行してください。',
  walletFailed: 'ウォレットで実行できませんでした。再試行するか、別のウォレットを使ってください。',
  refused:
    'サービスがこの署名を受け付けませんでした。期限が切れた可能性があります。最初からやり直してください。',
  email: 'メールアドレス',
  password: 'パスワード',
  passwordHint: '8〜100 文字',
  signInButton: 'サインイン',
  register: 'アカウントを作成',
  toRegister: '初めての方はアカウントを作成',
  toSignIn: 'アカウントをお持ちの方はサインイン',
  emailInvalid: 'ana@example.com のようなメールアドレスを入力してください。',
  passwordShort: '8 文字以上で入力してください。',
  passwordLong: '100 文字以内で入力してください。',
}
