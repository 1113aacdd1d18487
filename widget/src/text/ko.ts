import type { MessageParams } from './enFlow.ts'
import type { Locale } from './text.ts'

/** Korean. */
export const ko: Locale = {
  words: {
    dir: 'ltr',
    payment: '결제',
    loading: '결제를 불러오는 중이에요',
    theMerchant: '판매자',
    yourWallet: '지갑',
    testNetwork: '테스트 네트워크',
    toPay: '결제할 금액',
    youPay: '내는 금액',
    paid: '결제됨',
    onNetwork: (network) => `${network}에서`,
    inCurrency: (symbols, network) => `${network}에서 ${symbols}로 결제`,
    toRecipients: (count) => `수취인 ${count}명`,
    reference: '참조 번호',
    expires: (when) => `만료: ${when}`,
    plusFee: '수수료 별도',
    connectTitle: '지갑을 선택하세요',
    lastUsed: '최근 사용',
    connectPromise: '지갑에서 바로 결제해요. 중간에 아무도 돈을 맡아 두지 않아요.',
    whatIsWallet: '지갑이란 무엇인가요?',
    whatIsWalletText:
      '돈을 보관하고, 빠져나가기 전에 먼저 물어보는 앱이나 브라우저 확장 프로그램이에요.',
    noWalletTitle: '이 브라우저에 지갑이 없어요',
    noWalletText:
      '지갑 확장 프로그램을 설치하거나, 휴대폰 지갑 앱의 브라우저에서 이 결제를 열어 주세요.',
    otherWallets: '다른 지갑',
    phoneWallet: '휴대폰 지갑',
    findWallet: '지갑 찾기',
    openPayPage: '결제 페이지 열기',
    copyLink: '결제 링크 복사',
    copy: (what) => `${what} 복사`,
    copied: '복사했어요',
    close: '닫기',
    remaining: '남은 금액',
    tryAgain: '다시 시도',
    updated:
      '페이지가 열려 있는 동안 업데이트되었거나 일부를 불러오지 못했습니다. 새로고침하면 결제가 이어서 진행됩니다.',
    reload: '페이지 새로고침',
    supportCode: '지원 코드',
    contactSupport: '판매자에게 문의',
    retryIn: (seconds) => `${seconds}초 후 다시 시도`,
    opensNewTab: '새 탭에서 열려요',
    unavailable: {
      expired: {
        title: '이 결제는 만료됐어요',
        action: '결제된 금액은 없어요. 판매자에게 새 결제 링크를 요청하세요.',
      },
      not_found: {
        title: '결제를 찾을 수 없어요',
        action: '링크를 확인하거나 판매자에게 문의하세요. 이미 결제했다면 다시 결제하지 마세요.',
      },
      cancelled: {
        title: '이 결제는 취소됐어요',
        action: '결제된 금액은 없어요. 판매자에게 새 결제 링크를 요청하세요.',
      },
      not_payable: {
        title: '이 결제는 더 이상 진행할 수 없어요',
        action: '결제된 금액은 없어요. 판매자에게 새 결제 링크를 요청하세요.',
      },
      rate_limited: {
        title: '요청이 너무 많아요',
        action: '잠시 기다려 주세요. 결제된 금액은 없어요.',
      },
      offline: { title: '오프라인 상태예요', action: '연결되면 바로 계속할게요.' },
      unauthorized: {
        title: '이 페이지에서는 이 결제를 받을 수 없어요',
        action: '결제된 금액은 없어요. 판매자가 이 사이트를 허용해야 해요.',
      },
      no_rate: {
        title: '현재 환율이 없어요',
        action: '결제된 금액은 없어요. 몇 분 후에 다시 시도하세요.',
      },
      server: {
        title: '결제 서비스에 연결할 수 없어요',
        action: '잠시 후 다시 시도하세요. 이미 결제했다면 결제는 안전해요.',
      },
    },
    connectingTitle: (wallet) => `${wallet}에서 계속하세요`,
    connectingText: '이 사이트가 계정을 볼 수 있게 허용해 주세요. 결제되는 금액은 없어요.',
    connectedText: '이 계정으로 결제할 수 있는 방법을 확인하고 있어요.',
    cancel: '취소',
    readingOption: '결제를 확인하고 있어요',
    slow: (wallet) => `${wallet} 응답을 기다리고 있어요. 지갑을 열어 요청을 확인하세요.`,
    stuck: (wallet) => `${wallet}에서 응답이 없어요. 창을 닫았다면 여기서 중단할 수 있어요.`,
    blockedTitle: '이 지갑으로는 여기서 결제할 수 없어요',
    blockedText: '판매자가 이 계정을 받지 않아요. 결제된 금액은 없어요.',
    changeWallet: '지갑 변경',
    back: '뒤로',
    optionsTitle: '결제 방법을 선택하세요',
    balance: (amount) => `잔액 ${amount}`,
    balanceUnknown: '잔액을 알 수 없음',
    notEnough: '부족',
    missing: (amount) => `${amount} 부족`,
    notEnoughGas: (symbol) => `네트워크 수수료를 낼 ${symbol}이(가) 부족해요`,
    direct: '직접',
    refresh: '새로고침',
    reviewTitle: '확인하고 결제하기',
    recipient: '수취인',
    recipients: '수취인',
    showRecipients: (count) => `수취인 ${count}명 모두 보기`,
    recipientNumber: (number) => `수취인 ${number}`,
    receives: (merchant) => `${merchant} 수령액`,
    network: '네트워크',
    fee: '판매자 수수료',
    feeBorne: '수취인 부담',
    contractFeeOf: (percentage) => `컨트랙트 수수료(${percentage}%)`,
    youSpend: '지갑에서',
    upTo: (cost) => `최대 ${cost}`,
    aboutAtMost: (about, most) => `약 ${about}, 최대 ${most}`,
    rateHint: (most) =>
      `환율은 결제가 처리될 때 정해져요. ${most}보다 많이 빠져나가는 일은 없으며, 쓰이지 않은 금액은 그대로 남아요.`,
    tokenNote: (symbol) =>
      `${symbol}은(는) 잘 알려진 토큰이 아닙니다. 결제하려는 토큰의 컨트랙트가 맞는지 확인하세요:`,
    networkFee: '네트워크 수수료',
    networkFeeText: '지갑에 표시돼요',
    total: '합계',
    amount: '금액',
    verified: '검증된 컨트랙트.',
    verifiedHint: '이 기기에서 해독했어요. 알려진 컨트랙트를 통해 여기 표시된 그대로 결제돼요.',
    verifiedMost:
      '이 기기에서 해독했어요. 알려진 컨트랙트를 통해 여기 표시된 금액보다 많이 빠져나가지 않아요.',
    confirmationsNeeded: (count, prompts) => `지갑에서 ${count}번 물어볼 거예요: ${prompts}.`,
    payButton: (amount) => `${amount} 결제`,
    details: '트랜잭션 세부 정보',
    rawData: '원본 데이터',
    decodedCall: '해독된 호출',
    callTo: '받는 주소',
    callValue: '값',
    progressTitle: '결제 진행 상황',
    preparing: '결제를 한 번 더 확인하고 있어요',
    switching: (network, wallet) => `${wallet}에서 ${network}(으)로 전환하세요`,
    resetting: (symbol, wallet) => `${wallet}에서 ${symbol} 한도를 초기화하세요`,
    resettingMined: (symbol) => `${symbol} 한도를 초기화하고 있어요`,
    approving: (amount, wallet) => `${wallet}에서 ${amount}을(를) 허용하세요`,
    approvingMined: (amount) => `${amount}을(를) 허용하고 있어요`,
    signing: (wallet) => `${wallet}에서 결제를 승인하세요`,
    broadcasting: '결제를 보내고 있어요',
    confirming: '결제를 보냈어요. 네트워크를 기다리고 있어요',
    settling: (merchant) => `확인됐어요. ${merchant}을(를) 기다리고 있어요`,
    confirmations: (current, required) => `확인 ${current}/${required}`,
    closeWaiting: (wallet) =>
      `${wallet}이(가) 아직 응답을 기다리고 있어요. 닫아도 결제가 취소되지 않아요.`,
    stay: '열어 두기',
    canClose: '이 페이지를 닫아도 돼요. 결제는 계속 진행돼요.',
    keepOpen: '결제가 전송될 때까지 이 페이지를 열어 두세요.',
    minedHint: '보통 1분이 걸리지 않아요.',
    oneToken: '토큰 중 하나',
    approveHint: '결제 컨트랙트가 정확히 이 금액만 가져갈 수 있게 해요. 그 이상은 안 돼요.',
    closedWallet: '지갑을 닫았어요',
    viewTransaction: '트랜잭션 보기',
    steps: {
      switch: ({ network }) => `${network}(으)로 전환`,
      reset_approval: ({ symbol }) => `${symbol} 한도 초기화`,
      approve: ({ amount }) => `${amount} 허용`,
      pay: ({ amount }) => `${amount} 결제`,
      confirm: () => '네트워크에서 확인',
      settle: ({ merchant }) => `${merchant} 수령`,
    },
    stepStatus: {
      waiting: '시작 전',
      active: '진행 중',
      done: '완료',
      failed: '실패',
    },
    resumingTitle: '이전 결제를 확인하고 있어요',
    resumingText: (when, wallet, network) =>
      `${when} ${network}에서 ${wallet}(으)로 이 결제를 시작했어요.`,
    resumingTextShort: '이전에 이 결제를 시작했어요. 네트워크에서 찾고 있어요.',
    unknownTitle: '결제됐는지 확인할 수 없었어요',
    unknownText: (wallet) =>
      `${wallet}에서 결제를 보냈는지 알려 주지 않았어요. 확실해지기 전에는 다시 결제하지 마세요.`,
    checkAgain: '다시 확인',
    notSent: '전송되지 않았어요, 처음부터 다시',
    confirmNotSentTitle: '지갑의 요청이 닫혀 있나요?',
    confirmNotSentText:
      '지갑을 열어 대기 중인 결제가 없는지 확인하세요. 있다면 먼저 거부하세요. 그러지 않으면 두 번 결제될 수 있어요.',
    confirmNotSentYes: '네, 대기 중인 것이 없어요',
    viewAccount: '내 계정 보기',
    lockedTitle: '이 결제가 다른 곳에서 열려 있어요',
    lockedTabTitle: '이 결제가 다른 탭에서 열려 있어요',
    lockedDeviceTitle: '이 결제가 다른 기기에서 열려 있어요',
    lockedText: '두 번 결제되지 않도록 한 번에 한 곳에서만 결제할 수 있어요.',
    lockedSince: (wallet, when) => `${when} ${wallet}(으)로 시작했어요.`,
    continueHere: '여기서 계속',
    partialTitle: '일부가 결제됐어요',
    partialText: (paid, total) => `${total} 중 ${paid}이(가) 도착했어요.`,
    payRemaining: '나머지 결제',
    succeededTitle: '결제가 완료됐어요',
    succeededText: (merchant) => `${merchant}에서 결제를 받았어요.`,
    overpaid: (amount, merchant) =>
      `${amount} 초과 결제되었고 아직 환불되지 않았어요. 환불은 ${merchant}에 문의하세요.`,
    paidTo: '받는 주소',
    paidWith: '결제 통화',
    refunded: '환불 금액',
    paidAt: '결제 시각',
    bridgeKept: '브리지 수수료',
    transaction: '트랜잭션',
    transactions: '트랜잭션',
    receiptTitle: '영수증',
    viewReceipt: '영수증 보기',
    downloadPdf: 'PDF 다운로드',
    printReceipt: '영수증 인쇄',
    saveReceipt: 'JSON으로 저장',
    backTo: (merchant) => `${merchant}(으)로 돌아가기`,
    paymentId: '결제 ID',
    failedTitle: '결제가 완료되지 않았어요',
    money: {
      untouched: '결제된 금액은 없어요.',
      'maybe-sent': '지갑에서 결제를 보냈을 수 있어요.',
      sent: '결제가 전송됐어요.',
      'fee-only': '네트워크 수수료만 사용됐어요.',
      refunded: '돈이 다시 반환됐어요.',
    },
    errors: {
      calldata_mismatch: {
        title: '안전을 위해 이 결제를 중단했어요',
        action:
          '트랜잭션이 여기 표시된 대로 결제하지 않을 것이어서 지갑에 묻지 않았어요. 판매자에게 알려 주세요.',
      },
      destination_mismatch: {
        title: '안전을 위해 이 결제를 중단했어요',
        action: '이 상점이 지정한 곳과 다른 수취인에게 갈 뻔했어요. 판매자에게 알려 주세요.',
      },
      unsupported_network: {
        title: '여기서는 지원하지 않는 네트워크예요',
        action: '판매자에게 다른 네트워크의 결제를 요청하세요.',
      },
      payment_reverted: {
        title: '네트워크가 결제를 거부했어요',
        action: '잔액을 확인하고 다시 시도하세요.',
      },
      payment_cancelled: {
        title: '지갑에서 결제가 취소됐어요',
        action: '준비되면 다시 결제할 수 있어요.',
      },
      payment_replaced: {
        title: '다른 트랜잭션이 결제를 대신했어요',
        action: '지갑이 대신 다른 것을 보냈어요. 준비되면 다시 결제할 수 있어요.',
      },
      invalid_response: {
        title: '결제 서비스가 이해할 수 없는 응답을 보냈어요',
        action: '다시 시도하세요. 또 발생하면 판매자에게 알려 주세요.',
      },
      internal: {
        title: '이 페이지에서 문제가 발생했어요',
        action: '다시 시도하세요. 전송된 결제가 있다면 찾을 수 있어요.',
      },
    },
    notes: {
      rejected: () => '지갑에서 거부했어요. 결제된 금액은 없어요.',
      switch_rejected: ({ network }) =>
        `네트워크가 변경되지 않았어요. 결제된 금액은 없어요. 다시 결제하고 ${network}(으)로 전환하세요.`,
      approve_rejected: () => '지갑에서 허용을 거부했어요. 결제된 금액은 없어요.',
      wallet_busy: () => '지갑에 열린 요청이 있어요. 먼저 완료한 뒤 다시 시도하세요.',
      wallet_timeout: () =>
        '지갑에서 응답이 없었어요. 결제된 금액은 없어요. 지갑을 열고 다시 시도하세요.',
      wallet_locked: () => '지갑이 잠겨 있어요. 잠금을 풀고 다시 시도하세요.',
      wallet_error: () => '지갑에서 문제가 발생했어요. 결제된 금액은 없어요. 다시 시도하세요.',
      wallet_gone: () => '이 지갑을 더 이상 사용할 수 없어요. 다시 선택하세요.',
      switch_failed: ({ network }) =>
        `지갑을 ${network}(으)로 전환할 수 없었어요. 결제된 금액은 없어요. 지갑에서 네트워크를 바꾼 뒤 다시 시도하세요.`,
      account_changed: () =>
        '지갑의 계정이 바뀌었어요. 결제된 금액은 없어요. 결제를 다시 확인하세요.',
      approval_reverted: () =>
        '네트워크에서 허용이 실패했어요. 네트워크 수수료만 사용됐어요. 다시 시도하세요.',
      approval_too_low: () =>
        '지갑에서 허용한 금액이 너무 적어요. 결제는 전송되지 않았어요. 표시된 금액 이상을 허용하세요.',
      insufficient_balance: ({ symbol }) =>
        `${symbol}이(가) 부족해요. 결제된 금액은 없어요. 돈을 추가하거나 다른 방법을 선택하세요.`,
      insufficient_gas: ({ symbol }) =>
        `네트워크 수수료로 ${symbol}이(가) 조금 필요해요. 결제된 금액은 없어요.`,
      payment_changed: () => '결제 내용이 바뀌었어요. 결제된 금액은 없어요. 다시 확인해 주세요.',
      service_unavailable: () =>
        '결제 서비스에서 응답이 없었어요. 결제된 금액은 없어요. 잠시 후 다시 시도하세요.',
      chain_unavailable: () =>
        '지금은 네트워크를 읽을 수 없어요. 결제된 금액은 없어요. 잠시 후 다시 시도하세요.',
      rate_unavailable: () =>
        '현재 환율이 없어요. 결제된 금액은 없어요. 몇 분 후에 다시 시도하세요.',
      no_option: () =>
        '이 페이지에서는 이 계정으로 낼 수 있는 방법을 받지 않아요. 결제된 금액은 없어요. 다른 지갑을 사용해 보세요.',
      rate_limited: ({ seconds }) =>
        `요청이 너무 많아요. 결제된 금액은 없어요. ${seconds ?? '몇'} 초 후 다시 시도하세요.`,
      storage_failed: () =>
        '이 브라우저가 결제를 저장하지 못해 지갑에 묻지 않았어요. 사이트 데이터를 허용하고 다시 시도하세요.',
      locked_tab: () => '다른 탭에서 완료하거나 여기서 계속하세요.',
      locked_tab_signing: () =>
        '다른 탭이 지갑을 기다리고 있어요. 먼저 그곳에서 승인하거나 거부하세요.',
      locked_device: () => '그곳에서 완료하세요. 중단했다면 몇 분 후 여기서 결제할 수 있어요.',
      safe_waiting: () =>
        'Safe 서명자를 기다리고 있어요. 서명이 끝나면 이 페이지가 자동으로 넘어가요.',
      taken_over: () => '결제가 다른 탭에서 이어졌어요.',
      auto_selected: ({ network, symbol }) =>
        `자동으로 선택했어요: ${network}의 ${symbol}. 이 지갑의 잔액으로 결제할 수 있는 유일한 방법이에요.`,
      replaced_faster: () =>
        '지갑이 더 높은 수수료로 결제를 다시 보냈어요. 결제는 한 번만 이루어져요.',
      checking: () => '네트워크에서 결제를 찾고 있어요.',
      pending_in_wallet: () =>
        '지갑에 대기 중인 트랜잭션이 있어요. 이 결제일 수 있으니 지갑을 열어 확인하세요.',
      prompt_may_be_open: () => '아직 전송된 것은 없지만, 지갑에 요청이 열려 있을 수 있어요.',
      nonce_unused: () =>
        '네트워크에서 아무것도 전송되지 않은 것을 확인했어요. 안전하게 다시 시작할 수 있어요.',
      not_found_yet: () => '네트워크에 아직 결제가 보이지 않아요. 1분 정도 걸릴 수 있어요.',
      not_sent: () => '이전 시도는 전송되지 않았어요. 지금 안전하게 결제할 수 있어요.',
      approval_kept: () => '이전에 허용한 것이 유효해요. 결제만 남았어요.',
      paid_elsewhere: () => '이 결제는 이미 완료됐어요. 지갑에 열려 있는 요청을 거부하세요.',
      paid_twice: () => '결제가 완료된 뒤 두 번째 결제가 전송됐어요. 판매자에게 환불을 요청하세요.',
    },
  },
  payout: {
    payment: '지급',
    paid: '지급됨',
    toRecipients: (count) => `수취인 ${count}명에게 지급`,
    connectTitle: '지급할 지갑을 선택하세요',
    connectPromise:
      '돈은 지갑에서 여기 표시된 수취인에게 바로 가요. 중간에 아무도 맡아 두지 않아요.',
    contactSupport: '이 링크를 보낸 사람에게 문의',
    unavailable: {
      expired: {
        title: '이 지급은 만료됐어요',
        action: '결제된 금액은 없어요. 링크를 만든 사람에게 새 링크를 요청하세요.',
      },
      cancelled: {
        title: '이 지급은 취소됐어요',
        action: '결제된 금액은 없어요. 링크를 만든 사람에게 새 링크를 요청하세요.',
      },
      not_payable: {
        title: '이 지급은 더 이상 진행할 수 없어요',
        action: '결제된 금액은 없어요. 링크를 만든 사람에게 새 링크를 요청하세요.',
      },
      unauthorized: {
        title: '이 페이지에서는 이 지급을 할 수 없어요',
        action: '결제된 금액은 없어요. 링크를 만든 사람이 이 사이트를 허용해야 해요.',
      },
    },
    blockedText: '이 지급은 이 계정을 받지 않아요. 결제된 금액은 없어요.',
    reviewTitle: '확인하고 지급하기',
    fee: '수수료',
    receives: () => '수취인 수령액',
    payButton: (amount) => `${amount} 지급`,
    signing: (wallet) => `${wallet}에서 지급을 승인하세요`,
    preparing: '지급을 한 번 더 확인하고 있어요',
    broadcasting: '지급을 보내고 있어요',
    confirming: '지급을 보냈어요. 네트워크를 기다리고 있어요',
    settling: () => '확인됐어요. 기록하고 있어요',
    canClose: '이 페이지를 닫아도 돼요. 지급은 계속 진행돼요.',
    keepOpen: '지급이 전송될 때까지 이 페이지를 열어 두세요.',
    progressTitle: '지급 진행 상황',
    steps: {
      pay: ({ amount }) => `${amount} 지급`,
      settle: () => '기록됨',
    },
    succeededTitle: '지급이 완료됐어요',
    succeededText: () => '여기 표시된 모든 사람에게 돈이 도착했어요.',
    overpaid: (amount) => `${amount} 초과 지급됐어요. 수취인에게 반환을 요청하세요.`,
    receiptTitle: '지급 영수증',
    paidTo: '지급처',
    failedTitle: '지급이 완료되지 않았어요',
    errors: {
      calldata_mismatch: {
        title: '안전을 위해 이 지급을 중단했어요',
        action:
          '트랜잭션이 여기 표시된 대로 지급하지 않을 것이어서 지갑에 묻지 않았어요. 링크를 만든 사람에게 알려 주세요.',
      },
      destination_mismatch: {
        title: '안전을 위해 이 지급을 중단했어요',
        action:
          '이 페이지가 지정한 곳과 다른 수취인에게 갈 뻔했어요. 링크를 만든 사람에게 알려 주세요.',
      },
      unsupported_network: {
        title: '여기서는 지원하지 않는 네트워크예요',
        action: '링크를 만든 사람에게 다른 네트워크의 지급을 요청하세요.',
      },
      invalid_response: {
        title: '결제 서비스가 이해할 수 없는 응답을 보냈어요',
        action: '다시 시도하세요. 또 발생하면 링크를 만든 사람에게 알려 주세요.',
      },
    },
    notes: {
      paid_twice: () => '지급이 두 번 전송됐어요. 수취인에게 반환을 요청하세요.',
    },
  },
  accepted: {
    balance: (balance, worth) => `잔액 ${balance}, 가치 ${worth}`,
    nothing: '이 지갑에는 어떤 통화로도 잔액이 부족해요.',
    others: (count) => `이 지갑에 부족함 (${count})`,
    search: '통화 또는 네트워크 검색',
    noMatch: (query) => `“${query}”와(과) 일치하는 통화가 없어요.`,
    otherWallet: (list) => `다른 지갑에서는 ${list}(으)로도 결제할 수 있어요.`,
    more: (count) => `통화 더 보기 (${count})`,
    otherTokens: '다른 토큰으로 결제',
    noOtherToken: '이 지갑에는 이 결제에 쓸 수 있는 다른 토큰이 없어요.',
  },
  quoted: {
    rate: '환율',
    roundedUp: (worth, paid) => `${worth}, 올림하여 ${paid}`,
    sources: '가격 출처',
    priceFor: (time) => `이 가격은 앞으로 ${time} 동안 유효합니다.`,
    priceEnded: '이 가격이 만료되었습니다. 청구된 금액은 없습니다.',
    newPrice: '새 가격 받기',
  },
  bridge: {
    needed: (amount) => `${amount} 결제`,
    bridgeFee: '브리지 수수료',
    feeOf: (amount) => `수수료 ${amount}`,
    noFee: '브리지 수수료 없음',
    overBridge: '브리지 이용',
    minutes: (count) => `약 ${count}\u00a0분`,
    seconds: (count) => `약 ${count}\u00a0초`,
    silent: (chains) =>
      `${chains}에서 응답이 없어 그곳에서 결제하는 방법이 빠져 있을 수 있어요. 새로고침해서 다시 찾아보세요.`,
    slow: (chains) => `${chains}에서 보내면 이 가격이 만료된 뒤에 도착하므로 선택할 수 없어요.`,
    from: '보내는 곳',
    to: '받는 곳',
    leaves: '지갑에서 나가는 금액',
    arrival: '도착까지',
    unknownTime: '알 수 없음',
    priceFor: (seconds) => `이 가격은 ${seconds}\u00a0초 더 유효해요.`,
    verifiedTitle: '이 기기에서 검증됨.',
    carried: (network) => `${network}의 받는 사람과 금액에도 함께 서명해요.`,
    notCarried: (network) =>
      `${network} 결제는 서명에 포함되지 않아 이 기기에서 확인할 수 없었어요. 브리지의 말만 믿어야 해요.`,
    limited: (amount) => `지갑에서 알려진 브리지 컨트랙트로 최대 ${amount}까지만 나갈 수 있어요.`,
    pay: (amount, network) => `${network}에서 ${amount} 결제`,
    approveHint: '브리지 컨트랙트가 정확히 이 금액만 가져갈 수 있게 해요. 그 이상은 안 돼요.',
    sentOn: (amount, network) => `${network}에서 ${amount} 보냄`,
    sent: (network) => `결제를 보냈어요. ${network}을(를) 기다리고 있어요`,
    bridging: (network) => `돈이 ${network}(으)로 가고 있어요`,
    elsewhere: (source, destination) =>
      `${source}에서 보낸 결제가 ${destination}(으)로 가고 있어요`,
    elsewhereText:
      '다른 기기, 탭 또는 지갑에서 보냈어요. 이 페이지에서 추적하고 있으며, 지금 여기서 결제할 것은 없어요.',
    arrived: (network) => `${network}에 도착해 확인 중이에요`,
    confirmedOn: (network) => `${network}에서 확인됨`,
    delivered: (network) => `${network}에 전달됨`,
    canClose: '이 페이지를 닫고 언제든 돌아올 수 있어요. 결제는 계속 진행돼요.',
    unansweredTitle: '브리지가 하루 동안 응답하지 않았어요',
    unansweredText: (network) =>
      `돈이 지갑에서 나갔지만 ${network}에서 아직 확인되지 않았어요. 도착하면 바로 반영돼요. 다시 결제하지 말고, 판매자나 브리지에 트랜잭션을 보여 주세요.`,
    errors: {
      bridge_refunded: {
        title: '브리지가 돈을 돌려보냈어요',
        action:
          '네트워크 수수료를 뺀 금액이 결제한 네트워크의 지갑에 있어요. 다시 결제할 수 있어요.',
      },
      bridge_failed: {
        title: '브리지가 결제를 전달하지 못했어요',
        action:
          '돈은 아직 브리지에 있어요. 판매자나 브리지가 트랜잭션을 확인하기 전에는 다시 결제하지 마세요.',
      },
      bridge_not_counted: {
        title: '요청한 것과 다른 것이 도착했어요',
        action: '이 결제로 인정되지 않아요. 판매자에게 트랜잭션을 보여 주면 찾아볼 수 있어요.',
      },
    },
    bridgePage: '브리지에서 보기',
  },
  tron: {
    noWalletTitle: '이 브라우저에 Tron 지갑이 없어요',
    noWalletText:
      '이 결제는 Tron에서 이루어져요. TronLink 같은 Tron 지갑을 설치하거나, 휴대폰에서 그 앱의 브라우저로 이 결제를 열어 주세요.',
    otherWallets: '다른 Tron 지갑',
    fee: (amount) => `약 ${amount}`,
    feeCovered: '에너지와 대역폭으로 충당돼요',
    feeUnknown: 'TRX로 네트워크가 가져가요',
    energy: (needed, available) => `필요한 에너지 ${needed}, 보유 ${available}`,
    bandwidth: (needed, available) => `필요한 대역폭 ${needed}, 보유 ${available}`,
    balance: (amount) => `보유 ${amount}`,
    missingTitle: '네트워크 수수료를 낼 TRX가 부족해요.',
    missing: (required, balance, lacking) =>
      `이 결제에는 약 ${required}가 필요한데, 이 계정에는 ${balance}가 있어요. ${lacking} 이상을 보낸 뒤 다시 확인하세요.`,
    checkAgain: '다시 확인',
    resources: '에너지와 대역폭',
    allowing: (symbol, wallet) => `${wallet}에서 ${symbol}을(를) 허용하세요`,
    allowingMined: (symbol) => `${symbol}을(를) 허용하고 있어요`,
    allow: (symbol) => `${symbol} 허용`,
    allowHint: (symbol) =>
      `알려진 결제 컨트랙트가 서명한 결제에 대해 ${symbol}을(를) 한도 없이 가져갈 수 있게 해요. 그래서 허용에 드는 Tron 수수료를 한 번만 내요.`,
    sending: '서명했어요. Tron이 받기를 기다리고 있어요',
    keepOpen:
      '이 페이지를 열어 두세요. Tron이 받을 때까지 결제를 보내요. 닫았다면 여기로 돌아오세요.',
    failing: '네트워크의 최종 결과를 기다리고 있어요',
    canReturn: '이 페이지를 닫고 나중에 결과를 보러 돌아올 수 있어요.',
    spent: '사용된 네트워크 수수료',
    reverted: '컨트랙트가 결제를 거부했어요. 잔액을 확인하고 다시 시도하세요.',
    outOfEnergy:
      '결제가 허용된 에너지를 모두 썼어요. 다시 시도하거나 먼저 계정의 에너지를 마련하세요.',
    droppedSignature:
      '지갑이 선택한 것과 다른 계정으로 서명했어요. 계정을 다시 선택한 뒤 결제하세요.',
    errors: {
      tron_dropped: {
        title: 'Tron이 제때 결제를 받지 않았어요',
        action: '더 이상 실행될 수 없으니 안전하게 다시 결제할 수 있어요.',
      },
    },
    notes: {
      tron_other_bytes: () =>
        '지갑이 이 결제가 아닌 다른 것에 서명해 전송하지 않았어요. 결제된 금액은 없어요. 다른 지갑을 사용하세요.',
      tron_too_late: () =>
        '몇 분이 걸려 네트워크가 서명한 것을 더 이상 받지 않아요. 결제된 금액은 없어요. 다시 결제하세요.',
      tron_earlier: (params) =>
        `이전 시도가 ${until(params)} 실행될 수 있어요. 두 번 결제되지 않도록 그 뒤에 다시 결제하세요. 지금 결제된 금액은 없어요.`,
      tron_approval_dropped: () =>
        'Tron이 제때 허용을 받지 않았어요. 결제된 금액은 없어요. 다시 시도하세요.',
      tron_not_taken: (params) =>
        `Tron이 아직 결제를 받지 않았어요. ${until(params)} 계속 보낼게요. 그때까지 받지 않으면 결제되지 않아요.`,
      tron_busy: (params) =>
        `Tron 노드가 혼잡해요. ${until(params)} 결제를 계속 보낼게요. 그때까지 받지 않으면 결제되지 않아요.`,
      tron_no_resources: (params) =>
        `이 계정의 TRX나 대역폭이 너무 적어 Tron이 결제를 받지 않아요. TRX를 보내면 결제가 계속돼요. ${until(params)} 계속 시도하며, 그렇지 않으면 결제되지 않아요.`,
      tron_failing: () =>
        'Tron이 결제를 실행하지 못했어요. 확정될 때까지 약 1분 기다려요. 그 전에는 다시 결제하지 마세요.',
    },
  },
  wallets: {
    phoneTitle: '휴대폰으로 결제하세요',
    phoneText: '휴대폰으로 코드를 스캔하고 그곳에서 결제하세요. 이 페이지는 자동으로 넘어가요.',
    phoneOnlyText:
      '이 브라우저에는 지갑이 없어요. 휴대폰으로 코드를 스캔하고 그곳에서 결제하세요. 이 페이지는 자동으로 넘어가요.',
    scan: '스캔',
    walletConnect: 'WalletConnect',
    ways: '지갑에 연결하는 방법',
    qrOfPage: '휴대폰에서 열 수 있는 이 결제 페이지의 QR 코드',
    qrOfWallet: 'WalletConnect로 지갑을 연결하는 QR 코드',
    waitingForPhone: '결제를 기다리고 있어요',
    waitingForWallet: '지갑을 기다리고 있어요',
    connectText: 'WalletConnect를 지원하는 지갑으로 코드를 스캔하세요. 결제는 그곳에서 승인해요.',
    connectHereText: 'WalletConnect를 지원하는 지갑 앱을 여세요. 결제는 그곳에서 승인해요.',
    openWallet: '지갑 앱 열기',
    opening: '코드를 준비하고 있어요',
    copyPage: '결제 링크 복사',
    copyCode: '연결 링크 복사',
    expiredTitle: '코드가 만료됐어요',
    expiredText: '코드는 5분 동안 유효해요. 결제된 금액은 없어요.',
    declinedTitle: '지갑이 거부했어요',
    declinedText: '결제된 금액은 없어요. 다시 연결하거나 다른 지갑을 선택할 수 있어요.',
    unreachableTitle: 'WalletConnect에 연결할 수 없어요',
    unreachableText: '결제된 금액은 없어요. 잠시 후 다시 시도하거나 다른 방법으로 결제하세요.',
    tryAgain: '다시 시도',
    mobileTitle: '지갑 앱을 선택하세요',
    mobileText: '앱의 자체 브라우저에서 결제해요. 돌아오면 이 페이지가 업데이트돼요.',
    notOpened: (wallet) => `${wallet}이(가) 열리지 않았나요?`,
    notOpenedText: '앱을 설치하거나, 결제 링크를 지갑 앱의 브라우저에 복사하세요.',
    getWallet: '지갑 설치하기',
    search: '지갑 검색',
    noMatch: (query) => `“${query}”와(과) 일치하는 지갑이 없어요.`,
    install: (wallet) => `${wallet} 설치`,
  },
  permit: {
    prompts:
      '지갑에서 서명을 먼저, 그다음 결제를 요청합니다. 서명에는 네트워크 수수료가 들지 않습니다.',
    signature:
      '지갑에서 서명을 한 번 요청합니다. 서비스는 이 서명으로 이 결제만 전송할 수 있습니다.',
    noFee: '네트워크 수수료 없음',
  },
}

const until = ({ time }: MessageParams): string => (time ? `${time}까지` : '몇 분 동안')
