import { access } from './ja/access.ts'
import { account } from './ja/account.ts'
import { amounts } from './ja/amounts.ts'
import { apiKeys } from './ja/apiKeys.ts'
import { approvals } from './ja/approvals.ts'
import { auditLog } from './ja/auditLog.ts'
import { branding } from './ja/branding.ts'
import { cancelling } from './ja/cancelling.ts'
import { clientIds } from './ja/clientIds.ts'
import { common } from './ja/common.ts'
import { contact } from './ja/contact.ts'
import { deliveries } from './ja/deliveries.ts'
import { delivery } from './ja/delivery.ts'
import { destinations } from './ja/destinations.ts'
import { domains } from './ja/domains.ts'
import { embed } from './ja/embed.ts'
import { errors } from './ja/errors.ts'
import { events } from './ja/events.ts'
import { fees } from './ja/fees.ts'
import { home } from './ja/home.ts'
import { invitation } from './ja/invitation.ts'
import { links } from './ja/links.ts'
import { members } from './ja/members.ts'
import { nav } from './ja/nav.ts'
import { passkeys } from './ja/passkeys.ts'
import { payers } from './ja/payers.ts'
import { payments } from './ja/payments.ts'
import { payouts } from './ja/payouts.ts'
import { refundClaim } from './ja/refundClaim.ts'
import { refunds } from './ja/refunds.ts'
import { reportingCurrency } from './ja/reportingCurrency.ts'
import { rights } from './ja/rights.ts'
import { schedules } from './ja/schedules.ts'
import { signIn } from './ja/signIn.ts'
import { start } from './ja/start.ts'
import { unmatched } from './ja/unmatched.ts'
import { walletChange } from './ja/walletChange.ts'
import { webhooks } from './ja/webhooks.ts'
import type { Text } from './text.ts'

/** The Japanese sentences for the console, by screen. */
export const ja: Text = {
  product: '販売者コンソール',
  skipToContent: '本文へ移動',
  menu: 'メニュー',
  language: {
    label: '言語',
    failed:
      'この言語を読み込めませんでした。接続を確認し、ページを再読み込みしてから、もう一度選択してください。',
  },
  nav,
  common,
  live: {
    polling:
      'リアルタイム更新停止中：現在、サービスから変更が送信されていません。ページは数秒ごとに変更を読み込みます。',
    offline: 'リアルタイム更新停止中：この端末はオフラインです。接続が戻り次第、続行します。',
  },
  errors,
  signIn,
  start,
  merchantName: {
    label: '事業者名',
    hint: '支払者に表示されます。100 文字まで。',
    save: '事業者名を保存',
    saved: '事業者名を保存しました。',
    tooLong: '100 文字以内で入力してください。',
  },
  destinations,
  clientIds,
  apiKeys,
  webhooks,
  events,
  deliveries,
  delivery,
  embed,
  approvals,
  auditLog,
  cancelling,
  contact,
  passkeys,
  home,
  links,
  payers,
  payments,
  amounts,
  payouts,
  refunds,
  refundClaim,
  reportingCurrency,
  rights,
  schedules,
  branding,
  domains,
  invitation,
  members,
  unmatched,
  account,
  walletChange,
  access,
  fees,
  notFound: {
    title: 'ページが見つかりません',
    text: 'アドレスが間違っているか、ページがすでに存在しない可能性があります。',
    action: 'ホームへ',
  },
}
