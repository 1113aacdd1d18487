/** The languages of the hosted page: those of the payment element. */
export const PAGE_LANGUAGES = [
  'en',
  'ar',
  'de',
  'es',
  'fr',
  'it',
  'ja',
  'ko',
  'nl',
  'pt',
  'tr',
  'zh',
] as const

export type PageLanguage = (typeof PAGE_LANGUAGES)[number]

/** The words of the hosted page around the element; text, not HTML. */
export type PageWords = {
  /** The page's title. */
  readonly title: string
  /** The page's title when the merchant is known. */
  readonly pay: (merchant: string) => string
  /** What stands in place of the element without JavaScript. */
  readonly needsScript: string
}

/** Names in right-to-left titles are isolated, so that they cannot reorder what stands around them. */
export const pageWords: Readonly<Record<PageLanguage, PageWords>> = {
  en: {
    title: 'Payment',
    pay: (merchant) => `Pay ${merchant}`,
    needsScript:
      'This payment page needs JavaScript: your wallet is asked through it. Switch it on and reload, or ask the merchant for another way to pay.',
  },
  ar: {
    title: 'الدفع',
    pay: (merchant) => `الدفع إلى \u2068${merchant}\u2069`,
    needsScript:
      'تحتاج صفحة الدفع هذه إلى JavaScript: فمن خلاله تُسأل محفظتك. فعّله وأعد تحميل الصفحة، أو اطلب من التاجر طريقة دفع أخرى.',
  },
  de: {
    title: 'Zahlung',
    pay: (merchant) => `Zahlung an ${merchant}`,
    needsScript:
      'Diese Zahlungsseite braucht JavaScript: Darüber wird Ihre Wallet gefragt. Schalten Sie es ein und laden Sie neu, oder bitten Sie den Händler um eine andere Zahlungsart.',
  },
  es: {
    title: 'Pago',
    pay: (merchant) => `Pagar a ${merchant}`,
    needsScript:
      'Esta página de pago necesita JavaScript: con él se consulta a su billetera. Actívelo y recargue, o pida al comercio otra forma de pago.',
  },
  fr: {
    title: 'Paiement',
    pay: (merchant) => `Payer ${merchant}`,
    needsScript:
      'Cette page de paiement a besoin de JavaScript\u00a0: c’est par lui que votre portefeuille est sollicité. Activez-le et rechargez la page, ou demandez au marchand un autre moyen de paiement.',
  },
  it: {
    title: 'Pagamento',
    pay: (merchant) => `Pagamento a ${merchant}`,
    needsScript:
      'Questa pagina di pagamento richiede JavaScript: serve a interpellare il suo wallet. Lo attivi e ricarichi la pagina, o chieda al venditore un altro modo di pagare.',
  },
  ja: {
    title: 'お支払い',
    pay: (merchant) => `${merchant} へのお支払い`,
    needsScript:
      'このお支払いページには JavaScript が必要です。ウォレットへの確認に使用します。有効にして再読み込みするか、別のお支払い方法を販売者にお尋ねください。',
  },
  ko: {
    title: '결제',
    pay: (merchant) => `${merchant} 결제`,
    needsScript:
      '이 결제 페이지에는 JavaScript가 필요해요. 지갑에 물어볼 때 사용해요. 켜고 새로고침하거나, 판매자에게 다른 결제 방법을 문의하세요.',
  },
  nl: {
    title: 'Betaling',
    pay: (merchant) => `Betaling aan ${merchant}`,
    needsScript:
      'Deze betaalpagina heeft JavaScript nodig: daarmee wordt uw wallet gevraagd. Schakel het in en laad opnieuw, of vraag de verkoper om een andere manier van betalen.',
  },
  pt: {
    title: 'Pagamento',
    pay: (merchant) => `Pagar a ${merchant}`,
    needsScript:
      'Esta página de pagamento precisa de JavaScript: é por ele que sua carteira é consultada. Ative-o e recarregue, ou peça ao vendedor outra forma de pagar.',
  },
  tr: {
    title: 'Ödeme',
    pay: (merchant) => `Ödeme: ${merchant}`,
    needsScript:
      'Bu ödeme sayfası JavaScript gerektirir: cüzdanınıza onunla sorulur. Açıp sayfayı yenileyin veya satıcıdan başka bir ödeme yolu isteyin.',
  },
  zh: {
    title: '付款',
    pay: (merchant) => `向 ${merchant} 付款`,
    needsScript:
      '此付款页面需要 JavaScript：钱包通过它接收请求。请启用后重新加载，或向商家询问其他付款方式。',
  },
}
