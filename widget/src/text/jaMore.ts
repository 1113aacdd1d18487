import type { MessageParams } from './enFlow.ts'
import type { MoreText } from './text.ts'

/** Japanese: the sentences that most payments never need. */
export const jaMore: MoreText = {
  payout: {
    payment: '送金',
    paid: '送金済み',
    toRecipients: (count) => `受取人 ${count} 件への送金`,
    connectTitle: '支払いに使うウォレットを選択',
    connectPromise:
      'お金はウォレットから、ここに表示された相手に直接送られます。途中で誰かが預かることはありません。',
    contactSupport: 'このリンクの送り主に問い合わせる',
    unavailable: {
      expired: {
        title: 'この送金は期限切れです',
        action: '請求は発生していません。リンクの作成者に新しいリンクを依頼してください。',
      },
      not_payable: {
        title: 'この送金はもう行えません',
        action: '請求は発生していません。リンクの作成者に新しいリンクを依頼してください。',
      },
      unauthorized: {
        title: 'このページではこの送金を行えません',
        action: '請求は発生していません。リンクの作成者がこのサイトを許可する必要があります。',
      },
    },
    blockedText: 'この送金はこのアカウントを受け付けていません。請求は発生していません。',
    reviewTitle: '確認して送金する',
    receives: () => '受取人の受取額',
    payButton: (amount) => `${amount} を送金する`,
    signing: (wallet) => `${wallet} で送金を承認してください`,
    preparing: '送金を最終確認しています',
    broadcasting: '送金を送信しています',
    confirming: '送金しました。ネットワークを待っています',
    settling: () => '確認されました。記録しています',
    canClose: 'このページは閉じてもかまいません。送金はそのまま続きます。',
    keepOpen: '送金が送信されるまで、このページを開いたままにしてください。',
    progressTitle: '送金の進行状況',
    steps: {
      pay: ({ amount }) => `${amount} を送金`,
      settle: () => '記録済み',
    },
    succeededTitle: '送金が完了しました',
    succeededText: () => 'ここに記載された全員にお金が届きました。',
    receiptTitle: '送金の領収書',
    paidTo: '送金先',
    failedTitle: '送金は完了していません',
    errors: {
      calldata_mismatch: {
        title: '安全のため、この送金を中止しました',
        action:
          'トランザクションの内容がここに表示されたものと異なるため、ウォレットには確認を求めていません。リンクの作成者に知らせてください。',
      },
      destination_mismatch: {
        title: '安全のため、この送金を中止しました',
        action:
          'このページが指定した相手とは別の受取人に送られるところでした。リンクの作成者に知らせてください。',
      },
      unsupported_network: {
        title: 'このネットワークには対応していません',
        action: '別のネットワークでの送金をリンクの作成者に依頼してください。',
      },
      invalid_response: {
        title: '決済サービスから理解できない応答がありました',
        action: '再試行してください。繰り返す場合は、リンクの作成者に知らせてください。',
      },
    },
    notes: {
      paid_twice: () => '送金が 2 回行われました。受取人に返送を依頼してください。',
    },
  },
  bridge: {
    needed: (amount) => `お支払い額 ${amount}`,
    bridgeFee: 'ブリッジ手数料',
    feeOf: (amount) => `手数料 ${amount}`,
    noFee: 'ブリッジ手数料なし',
    overBridge: 'ブリッジ経由',
    minutes: (count) => `約 ${count}\u00a0分`,
    seconds: (count) => `約 ${count}\u00a0秒`,
    silent: (chains) =>
      `${chains} から応答がないため、そこからの支払い方法が表示されていない可能性があります。更新してもう一度お試しください。`,
    from: '送金元',
    to: '送金先',
    leaves: 'ウォレットから出る額',
    arrival: '到着まで',
    unknownTime: '不明',
    priceFor: (seconds) => `この価格はあと ${seconds}\u00a0秒有効です。`,
    priceEnded:
      'この価格は終了しました。支払う際に新しい価格が提示されます。異なる場合は先に確認します。',
    verifiedTitle: 'この端末で検証済み。',
    verifiedText: (amount, network) =>
      `ウォレットから既知のブリッジコントラクトに出る額は最大 ${amount} です。${network} での支払いは署名する内容に含まれています。`,
    notCarried: (network) =>
      `${network} で行われることは、署名する内容に含まれないため、ここでは確認できませんでした。ブリッジの申告のみによります。`,
    limited: (amount) => `ウォレットから既知のブリッジコントラクトに出る額は最大 ${amount} です。`,
    pay: (amount, network) => `${network} で ${amount} を支払う`,
    approveHint:
      'ブリッジのコントラクトがちょうどこの金額だけを引き落とせるようにします。それを超えることはありません。',
    sentOn: (amount, network) => `${network} で ${amount} を送信`,
    sent: (network) => `送信しました。${network} を待っています`,
    bridging: (network) => `お金は ${network} に向かっています`,
    elsewhere: (source, destination) =>
      `${source} からのお支払いが ${destination} に向かっています`,
    elsewhereText:
      '別の端末、タブ、またはウォレットから送信されました。このページで追跡しています。今ここで支払うものはありません。',
    arrived: (network) => `${network} に到着し、確認中です`,
    confirmedOn: (network) => `${network} で確認`,
    delivered: (network) => `${network} に到着`,
    canClose: 'このページは閉じて、いつでも戻ってこられます。お支払いはそのまま続きます。',
    unansweredTitle: 'ブリッジから 1 日応答がありません',
    unansweredText: (network) =>
      `お金はウォレットから出ましたが、${network} ではまだ確認されていません。届き次第、反映されます。もう一度支払わず、販売者またはブリッジにトランザクションを示してください。`,
    errors: {
      bridge_refunded: {
        title: 'ブリッジがお金を返送しました',
        action:
          'お支払い元のネットワークのウォレットに、ネットワーク手数料を差し引いて戻っています。もう一度支払えます。',
      },
      bridge_failed: {
        title: 'ブリッジがお支払いを届けられませんでした',
        action:
          'お金はまだブリッジにあります。販売者またはブリッジがトランザクションを確認するまで、もう一度支払わないでください。',
      },
      bridge_not_counted: {
        title: '依頼とは異なるものが届きました',
        action:
          'このお支払いとしては数えられません。トランザクションを販売者に示してください。調べることができます。',
      },
    },
    bridgePage: 'ブリッジで表示',
  },
  tron: {
    noWalletTitle: 'このブラウザに Tron のウォレットがありません',
    noWalletText:
      'このお支払いは Tron で行われます。TronLink などの Tron ウォレットをインストールするか、スマートフォンのウォレットアプリのブラウザでこのお支払いを開いてください。',
    getWallet: 'TronLink を入手',
    otherWallets: 'Tron のその他のウォレット',
    fee: (amount) => `約 ${amount}`,
    feeCovered: 'エネルギーと帯域でまかなわれます',
    feeUnknown: 'TRX でネットワークが徴収します',
    energy: (needed, available) => `必要なエネルギー ${needed}、保有 ${available}`,
    bandwidth: (needed, available) => `必要な帯域 ${needed}、保有 ${available}`,
    balance: (amount) => `保有 ${amount}`,
    missingTitle: 'ネットワーク手数料の TRX が足りません。',
    missing: (required, balance, lacking) =>
      `このお支払いには約 ${required} が必要ですが、このアカウントには ${balance} しかありません。${lacking} 以上を送ってから、もう一度確認してください。`,
    checkAgain: 'もう一度確認',
    resources: 'エネルギーと帯域',
    allowing: (symbol, wallet) => `${wallet} で ${symbol} を許可してください`,
    allowingMined: (symbol) => `${symbol} を許可しています`,
    allow: (symbol) => `${symbol} を許可`,
    allowHint: (symbol) =>
      `既知の決済コントラクトが、お客様の署名するお支払いについて ${symbol} を上限なく引き落とせるようにします。許可に対する Tron の手数料は一度で済みます。`,
    sending: '署名済み。Tron の受け付けを待っています',
    keepOpen:
      'このページを開いたままにしてください。Tron が受け付けるまでお支払いを送信します。閉じた場合は、ここに戻ってください。',
    failing: 'ネットワークの最終結果を待っています',
    canReturn: 'このページを閉じて、後で結果を見に戻ることができます。',
    spent: '使われたネットワーク手数料',
    reverted: 'コントラクトがお支払いを拒否しました。残高を確認して、再試行してください。',
    outOfEnergy:
      'お支払いが許可されたエネルギーを使い切りました。再試行するか、先にアカウントのエネルギーを用意してください。',
    droppedSignature:
      'ウォレットが、選択したものとは別のアカウントで署名しました。アカウントを選び直してから支払ってください。',
    errors: {
      tron_dropped: {
        title: 'Tron が時間内にお支払いを受け付けませんでした',
        action: 'もう実行されることはないため、安全にもう一度支払えます。',
      },
    },
    notes: {
      tron_other_bytes: () =>
        'ウォレットがこのお支払いとは別のものに署名したため、送信していません。請求は発生していません。別のウォレットを使ってください。',
      tron_too_late: () =>
        '数分かかったため、ネットワークは署名された内容を受け付けなくなりました。請求は発生していません。もう一度支払ってください。',
      tron_earlier: (params) =>
        `以前のお支払いは${until(params)}実行される可能性があります。二重払いを防ぐため、その後にもう一度支払ってください。今回の請求は発生していません。`,
      tron_approval_dropped: () =>
        'Tron が時間内に許可を受け付けませんでした。請求は発生していません。再試行してください。',
      tron_not_taken: (params) =>
        `Tron はまだお支払いを受け付けていません。${until(params)}送信を続けます。それまでに受け付けられなければ、請求は発生しません。`,
      tron_busy: (params) =>
        `Tron のノードが混み合っています。${until(params)}お支払いの送信を続けます。それまでに受け付けられなければ、請求は発生しません。`,
      tron_no_resources: (params) =>
        `このアカウントの TRX または帯域が少なすぎるため、Tron がお支払いを受け付けません。TRX を送ると、お支払いが続行されます。${until(params)}試行を続けます。それ以外の場合、請求は発生しません。`,
      tron_failing: () =>
        'Tron はお支払いを実行できませんでした。確定するまで約 1 分待ちます。それまではもう一度支払わないでください。',
    },
  },
  wallets: {
    phoneTitle: 'スマートフォンで支払う',
    phoneText:
      'スマートフォンでコードを読み取り、そちらでお支払いください。このページは自動的に進みます。',
    phoneOnlyText:
      'このブラウザにはウォレットがありません。スマートフォンでコードを読み取り、そちらでお支払いください。このページは自動的に進みます。',
    scan: '読み取り',
    walletConnect: 'WalletConnect',
    ways: 'ウォレットへの接続方法',
    qrOfPage: 'スマートフォンで開く、このお支払いページの QR コード',
    qrOfWallet: 'WalletConnect でウォレットを接続する QR コード',
    waitingForPhone: 'お支払いを待っています',
    waitingForWallet: 'ウォレットを待っています',
    connectText:
      'WalletConnect に対応したウォレットでコードを読み取ってください。お支払いはそちらで承認します。',
    connectHereText:
      'WalletConnect に対応したウォレットアプリを開いてください。お支払いはそちらで承認します。',
    openWallet: 'ウォレットアプリを開く',
    opening: 'コードを準備しています',
    copyPage: 'お支払いリンクをコピー',
    copyCode: '接続リンクをコピー',
    expiredTitle: 'コードの有効期限が切れました',
    expiredText: 'コードは 5 分間有効です。請求は発生していません。',
    declinedTitle: 'ウォレットが拒否しました',
    declinedText: '請求は発生していません。再接続するか、別のウォレットを選んでください。',
    unreachableTitle: 'WalletConnect に接続できません',
    unreachableText:
      '請求は発生していません。しばらくしてから再試行するか、別の方法でお支払いください。',
    tryAgain: '再試行',
    mobileTitle: 'ウォレットアプリを選択',
    mobileText: 'お支払いはアプリ内のブラウザで開きます。',
    notOpened: (wallet) => `${wallet} が開きませんでしたか`,
    notOpenedText:
      'アプリをインストールするか、お支払いリンクをウォレットアプリのブラウザにコピーしてください。',
    install: (wallet) => `${wallet} をインストール`,
  },
  permit: {
    prompts:
      'ウォレットで署名、次に支払いの順に確認します。署名にネットワーク手数料はかかりません。',
  },
}

const until = ({ time }: MessageParams): string => (time ? `${time} まで` : '数分間')
