import type { Text } from '../text.ts'

/** The Japanese sentences for the screens about payers and their transfers to bank accounts; part of {@link ja}. */
export const payers: Text['payers'] = {
  title: '銀行送金の支払者',
  lead: '暗号資産の支払いが銀行口座に入金される支払者と、その審査のステータスおよび口座です。',
  tabs: { label: '銀行送金', payers: '支払者', offramps: '銀行入金' },
  refresh: '更新',
  more: '支払者をさらに表示',
  empty: '支払者はまだいません',
  emptyText:
    'API で支払者を作成してください。続いて本人確認と同意契約、その後に銀行口座の登録を行います。',
  toReference: 'API リファレンスを見る',
  by: (provider) => `審査：${provider}`,
  erasedName: '消去された支払者',
  mayPay: '支払い可能',
  mayNotPay: 'まだ支払えません',
  refused: '支払い不可',
  erased: '消去済み',
  identity: '本人確認',
  agreement: '同意契約',
  kyc: {
    not_started: '未開始',
    initiated: '開始済み',
    pending: '審査中',
    approved: '承認済み',
    rejected: '却下済み',
    failed: '失敗',
  },
  agreements: {
    not_started: '未開始',
    pending: '署名待ち',
    completed: '署名済み',
    rejected: '拒否',
    failed: '失敗',
  },
  advice: {
    kycOpen: '支払者に本人確認ページを表示してください。',
    kycPending: 'プロバイダーが審査しています。対応は必要ありません。',
    kycRejected: 'プロバイダーはこの支払者を最終的に却下しました。',
    kycFailed:
      '技術的な理由で審査が失敗しました。やり直すには、同じ情報をもう一度送信してください。',
    agreementOpen: '支払者に同意契約のページを表示してください。',
    agreementRejected: '支払者は同意契約を拒否しましたが、今からでも署名できます。',
    agreementFailed:
      '技術的な理由で署名が失敗しました。支払者に同意契約のページをもう一度表示してください。',
    noAccount: 'この支払者の支払いの入金先となる銀行口座を登録してください。',
    erased: 'この支払者の個人データと銀行口座は消去されました。',
  },
  accounts: '銀行口座',
  accountOf: (bank, name) => `${bank}、${name}`,
  number: (last) => `口座番号の末尾 ${last}`,
  routing: (last) => `ルーティング番号の末尾 ${last}`,
  rails: { local: '国内振込', swift: 'SWIFT', wire: '電信振込' },
  accountStatus: { pending: '審査中', approved: '承認済み', failed: '却下済み' },
  accountFailed: '銀行がこの口座を受け付けませんでした。正しい口座を登録してください。',
  reason: (reason) => `理由：${reason}`,
  offramps: {
    title: '銀行入金',
    lead: 'チェーン上で着金し、銀行口座へ送金中の支払いです。',
    one: '銀行入金',
    back: 'すべての銀行入金',
    follow: '銀行への入金を追跡',
    empty: '銀行へ送金中の支払いはありません',
    emptyText:
      '暗号資産から法定通貨への支払いリクエストがチェーン上で支払われると、ここでお金の流れを追跡できます。',
    emptyOne: 'この支払いリクエストに、銀行へ送金中のお金はありません',
    emptyOneText: '全額が支払われていないか、お金の行き先が銀行口座ではありません。',
    more: '銀行入金をさらに表示',
    noPayer: '支払者を待っています',
    erasedPayer: '支払者は消去されました',
    steps: '経過',
    next: '必要な対応',
    payer: '支払者',
    account: '銀行口座',
    provider: 'プロバイダー',
    network: '支払いのネットワーク',
    transaction: 'トランザクション',
    request: '支払いリクエスト ID',
    id: '参照番号',
    live: 'このページは自動的に更新されます。',
    status: {
      created: 'チェーン上で確認済み',
      initiated: 'プロバイダーに引き渡し済み',
      pending_internal_assessment: '評価中',
      ongoing_checks: '審査中',
      sending_fiat: '銀行へ送金中',
      fiat_sent: '銀行へ送金済み',
      bounced: '銀行から差し戻し',
      retry_required: '再送金待ち',
      delivered: '銀行口座に着金',
      failed: '失敗',
      returned: '返却',
    },
    advice: {
      created: '対応は必要ありません。まもなくプロバイダーが引き継ぎます。',
      initiated:
        '対応は必要ありません。プロバイダーが処理しています。銀行では数分から数日かかります。',
      pending_internal_assessment:
        '対応は必要ありません。プロバイダーは、銀行に送金する前に支払いを評価します。',
      ongoing_checks:
        '対応は必要ありません。プロバイダーが支払いを審査しています。支払者に書類の提出を求める場合があります。',
      sending_fiat: '対応は必要ありません。プロバイダーが銀行に送金しています。',
      fiat_sent:
        '対応は必要ありません。お金は銀行に届いています。着金した時点で支払い済みになります。',
      bounced:
        '銀行口座が正しいか支払者に確認してください。プロバイダーはもう一度送金するか、お金を返却します。',
      retry_required:
        'まだ対応は必要ありません。プロバイダーがもう一度送金します。この状態が続く場合は、参照番号を添えてプロバイダーに問い合わせてください。',
      delivered: 'お金は着金しました。注文の処理を進めてください。',
      failed:
        'お金は銀行に届きませんでした。参照番号を添えてプロバイダーに問い合わせ、お金の行き先を決めてから、もう一度支払いを依頼してください。',
      returned:
        '銀行はこの口座を最終的に拒否しました。参照番号を添えてプロバイダーに問い合わせ、お金の行き先を決めてから、別の口座でもう一度支払いを依頼してください。',
    },
    adviceNoPayer:
      '承認済みの支払者の clientUserId と paymentDetailsId を指定して、支払いの calldata をもう一度リクエストしてください。お金はその口座に送られます。',
  },
}
