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
  /** The page's title if the merchant has proved ownership of a domain. */
  readonly pay: (domain: string) => string
  /** The text in place of the element without JavaScript. */
  readonly needsScript: string
  /** Shown under the merchant's verified domain. */
  readonly verified: string
  readonly unverified: string
  /** Shown before the address of an unverified merchant's payee. */
  readonly goesTo: string
  readonly careful: string
  /** Shown before the addresses of several payees. */
  readonly carefulOfAll: string
  /** The button of a reusable link. */
  readonly continue: string
  /** Shown if a rate limit rejected the click. */
  readonly busy: string
  /** Shown in place of the button if the link accepts no new payments. */
  readonly closed: string
  /** The link to the merchant's contact. */
  readonly contact: string
  /** The link to the page on which the payer states an address for refunds. */
  readonly refundAddress: string
  /** The button that shows a payee's full address in place of its ends. */
  readonly wholeAddress: string
  /** The sum of an order's lines without tax. */
  readonly subtotal: string
}

/** The page's words by language. A right-to-left title isolates the domain, so that it cannot reorder the text around it. */
export const pageWords: Readonly<Record<PageLanguage, PageWords>> = {
  en: {
    title: 'Payment',
    pay: (domain) => `Pay ${domain}`,
    needsScript:
      'This payment page needs JavaScript to reach your wallet. Enable it and reload, or ask the merchant for another way to pay.',
    verified: 'Verified domain of the merchant',
    unverified: 'Unverified merchant',
    goesTo: 'The money goes to',
    careful: 'This service has not verified the recipient. Pay only if you expect this address.',
    carefulOfAll:
      'This service has not verified the recipients. Pay only if you expect these addresses.',
    continue: 'Continue to payment',
    busy: 'Many people are opening this link now. Wait a minute, then press the button again.',
    closed: 'This link accepts no new payments. Do not send any money; ask the merchant.',
    contact: 'Contact the merchant',
    refundAddress: 'Add an address for refunds',
    wholeAddress: 'Show the full address',
    subtotal: 'Subtotal',
  },
  ar: {
    title: 'الدفع',
    pay: (domain) => `الدفع إلى \u2068${domain}\u2069`,
    needsScript:
      'تحتاج صفحة الدفع هذه إلى JavaScript: فمن خلاله تُسأل محفظتك. فعّله وأعد تحميل الصفحة، أو اطلب من التاجر طريقة دفع أخرى.',
    verified: 'نطاق موثّق للتاجر',
    unverified: 'تاجر غير موثّق',
    goesTo: 'يذهب المال إلى',
    careful: 'لا تعرف هذه الخدمة من هو. ادفع فقط إذا كان هذا هو العنوان الذي تتوقعه.',
    carefulOfAll: 'لا تعرف هذه الخدمة من هم. ادفع فقط إذا كانت هذه هي العناوين التي تتوقعها.',
    continue: 'المتابعة إلى الدفع',
    busy: 'يفتح كثيرون هذا الرابط الآن. انتظر دقيقة، ثم اضغط الزر مرة أخرى.',
    closed: 'لا يقبل هذا الرابط دفعات جديدة. لا ترسل أي أموال، واسأل التاجر.',
    contact: 'تواصل مع التاجر',
    refundAddress: 'حدّد عنوانًا لاسترداد المبالغ',
    wholeAddress: 'عرض العنوان كاملًا',
    subtotal: 'المجموع الفرعي',
  },
  de: {
    title: 'Zahlung',
    pay: (domain) => `Zahlung an ${domain}`,
    needsScript:
      'Diese Zahlungsseite braucht JavaScript: Darüber wird Ihre Wallet gefragt. Schalten Sie es ein und laden Sie neu, oder bitten Sie den Händler um eine andere Zahlungsart.',
    verified: 'Geprüfte Domain des Händlers',
    unverified: 'Nicht geprüfter Händler',
    goesTo: 'Das Geld geht an',
    careful:
      'Dieser Dienst weiß nicht, wer das ist. Zahlen Sie nur, wenn Sie diese Adresse erwarten.',
    carefulOfAll:
      'Dieser Dienst weiß nicht, wer das ist. Zahlen Sie nur, wenn Sie diese Adressen erwarten.',
    continue: 'Weiter zur Zahlung',
    busy: 'Gerade öffnen viele diesen Link. Warten Sie eine Minute und drücken Sie dann noch einmal auf die Schaltfläche.',
    closed:
      'Dieser Link nimmt keine neuen Zahlungen an. Senden Sie kein Geld und fragen Sie den Händler.',
    contact: 'Händler kontaktieren',
    refundAddress: 'Adresse für Erstattungen angeben',
    wholeAddress: 'Vollständige Adresse anzeigen',
    subtotal: 'Zwischensumme',
  },
  es: {
    title: 'Pago',
    pay: (domain) => `Pagar a ${domain}`,
    needsScript:
      'Esta página de pago necesita JavaScript: con él se consulta a su billetera. Actívelo y recargue, o pida al comercio otra forma de pago.',
    verified: 'Dominio verificado del comercio',
    unverified: 'Comercio no verificado',
    goesTo: 'El dinero va a',
    careful: 'Este servicio no sabe quién es. Pague solo si esta es la dirección que espera.',
    carefulOfAll:
      'Este servicio no sabe quiénes son. Pague solo si estas son las direcciones que espera.',
    continue: 'Continuar al pago',
    busy: 'Muchas personas están abriendo este enlace. Espere un minuto y pulse de nuevo el botón.',
    closed: 'Este enlace no acepta pagos nuevos. No envíe dinero y pregunte al comercio.',
    contact: 'Contactar con el comercio',
    refundAddress: 'Indicar una dirección para reembolsos',
    wholeAddress: 'Mostrar la dirección completa',
    subtotal: 'Subtotal',
  },
  fr: {
    title: 'Paiement',
    pay: (domain) => `Payer ${domain}`,
    needsScript:
      'Cette page de paiement a besoin de JavaScript\u00a0: c’est par lui que votre portefeuille est sollicité. Activez-le et rechargez la page, ou demandez au marchand un autre moyen de paiement.',
    verified: 'Domaine vérifié du marchand',
    unverified: 'Marchand non vérifié',
    goesTo: 'L’argent va à',
    careful:
      'Ce service ne sait pas qui c’est. Ne payez que si cette adresse est celle que vous attendez.',
    carefulOfAll:
      'Ce service ne sait pas qui c’est. Ne payez que si ces adresses sont celles que vous attendez.',
    continue: 'Continuer vers le paiement',
    busy: 'Beaucoup de personnes ouvrent ce lien en ce moment. Attendez une minute, puis appuyez de nouveau sur le bouton.',
    closed:
      'Ce lien n’accepte plus de nouveaux paiements. N’envoyez pas d’argent et adressez-vous au marchand.',
    contact: 'Contacter le marchand',
    refundAddress: 'Indiquer une adresse pour les remboursements',
    wholeAddress: 'Afficher l’adresse complète',
    subtotal: 'Sous-total',
  },
  it: {
    title: 'Pagamento',
    pay: (domain) => `Pagamento a ${domain}`,
    needsScript:
      'Questa pagina di pagamento richiede JavaScript: serve a interpellare il suo wallet. Lo attivi e ricarichi la pagina, o chieda al venditore un altro modo di pagare.',
    verified: 'Dominio verificato del venditore',
    unverified: 'Venditore non verificato',
    goesTo: 'Il denaro va a',
    careful: 'Questo servizio non sa chi sia. Paghi solo se questo è l’indirizzo che si aspetta.',
    carefulOfAll:
      'Questo servizio non sa chi siano. Paghi solo se questi sono gli indirizzi che si aspetta.',
    continue: 'Continua al pagamento',
    busy: 'Molte persone stanno aprendo questo link. Attenda un minuto, poi prema di nuovo il pulsante.',
    closed: 'Questo link non accetta nuovi pagamenti. Non invii denaro e si rivolga al venditore.',
    contact: 'Contatta il venditore',
    refundAddress: 'Indica un indirizzo per i rimborsi',
    wholeAddress: 'Mostra l’indirizzo completo',
    subtotal: 'Subtotale',
  },
  ja: {
    title: 'お支払い',
    pay: (domain) => `${domain} へのお支払い`,
    needsScript:
      'このお支払いページには JavaScript が必要です。ウォレットへの確認に使用します。有効にして再読み込みするか、別のお支払い方法を販売者にお尋ねください。',
    verified: '販売者の確認済みドメイン',
    unverified: '未確認の販売者',
    goesTo: '送金先',
    careful:
      'このサービスは販売者の身元を確認していません。想定どおりのアドレスの場合のみお支払いください。',
    carefulOfAll:
      'このサービスは送金先の身元を確認していません。すべて想定どおりのアドレスの場合のみお支払いください。',
    continue: 'お支払いへ進む',
    busy: '現在、多くの方がこのリンクを開いています。1 分ほど待ってから、もう一度ボタンを押してください。',
    closed:
      'このリンクは新しい支払いを受け付けていません。送金せず、販売者にお問い合わせください。',
    contact: '販売者に問い合わせる',
    refundAddress: '返金先のアドレスを指定する',
    wholeAddress: 'アドレス全体を表示',
    subtotal: '小計',
  },
  ko: {
    title: '결제',
    pay: (domain) => `${domain} 결제`,
    needsScript:
      '이 결제 페이지에는 JavaScript가 필요해요. 지갑에 물어볼 때 사용해요. 켜고 새로고침하거나, 판매자에게 다른 결제 방법을 문의하세요.',
    verified: '판매자의 확인된 도메인',
    unverified: '확인되지 않은 판매자',
    goesTo: '받는 주소',
    careful: '이 서비스는 판매자가 누구인지 알지 못해요. 예상한 주소가 맞을 때만 결제하세요.',
    carefulOfAll:
      '이 서비스는 받는 사람들이 누구인지 알지 못해요. 모두 예상한 주소일 때만 결제하세요.',
    continue: '결제 계속하기',
    busy: '지금 많은 사람이 이 링크를 열고 있어요. 1분 뒤에 버튼을 다시 눌러 주세요.',
    closed: '이 링크는 더 이상 새 결제를 받지 않아요. 돈을 보내지 말고 판매자에게 문의해 주세요.',
    contact: '판매자에게 문의',
    refundAddress: '환불 받을 주소 지정하기',
    wholeAddress: '전체 주소 보기',
    subtotal: '소계',
  },
  nl: {
    title: 'Betaling',
    pay: (domain) => `Betaling aan ${domain}`,
    needsScript:
      'Deze betaalpagina heeft JavaScript nodig: daarmee wordt uw wallet gevraagd. Schakel het in en laad opnieuw, of vraag de verkoper om een andere manier van betalen.',
    verified: 'Geverifieerd domein van de verkoper',
    unverified: 'Niet-geverifieerde verkoper',
    goesTo: 'Het geld gaat naar',
    careful: 'Deze dienst weet niet wie dit is. Betaal alleen als dit het adres is dat u verwacht.',
    carefulOfAll:
      'Deze dienst weet niet wie dit zijn. Betaal alleen als dit de adressen zijn die u verwacht.',
    continue: 'Verder naar betaling',
    busy: 'Veel mensen openen deze link nu. Wacht een minuut en druk dan opnieuw op de knop.',
    closed:
      'Deze link accepteert geen nieuwe betalingen. Stuur geen geld en vraag het de verkoper.',
    contact: 'Contact met de verkoper',
    refundAddress: 'Adres voor terugbetalingen opgeven',
    wholeAddress: 'Volledig adres tonen',
    subtotal: 'Subtotaal',
  },
  pt: {
    title: 'Pagamento',
    pay: (domain) => `Pagar a ${domain}`,
    needsScript:
      'Esta página de pagamento precisa de JavaScript: é por ele que sua carteira é consultada. Ative-o e recarregue, ou peça ao vendedor outra forma de pagar.',
    verified: 'Domínio verificado do vendedor',
    unverified: 'Vendedor não verificado',
    goesTo: 'O dinheiro vai para',
    careful: 'Este serviço não sabe quem é. Pague somente se este for o endereço que você espera.',
    carefulOfAll:
      'Este serviço não sabe quem são. Pague somente se estes forem os endereços que você espera.',
    continue: 'Continuar para o pagamento',
    busy: 'Muitas pessoas estão abrindo este link agora. Aguarde um minuto e pressione o botão novamente.',
    closed: 'Este link não aceita novos pagamentos. Não envie dinheiro e fale com o vendedor.',
    contact: 'Falar com o vendedor',
    refundAddress: 'Informar um endereço para reembolsos',
    wholeAddress: 'Mostrar o endereço completo',
    subtotal: 'Subtotal',
  },
  tr: {
    title: 'Ödeme',
    pay: (domain) => `Ödeme: ${domain}`,
    needsScript:
      'Bu ödeme sayfası JavaScript gerektirir: cüzdanınıza onunla sorulur. Açıp sayfayı yenileyin veya satıcıdan başka bir ödeme yolu isteyin.',
    verified: 'Satıcının doğrulanmış alan adı',
    unverified: 'Doğrulanmamış satıcı',
    goesTo: 'Para şuraya gider',
    careful: 'Bu hizmet satıcının kim olduğunu bilmiyor. Yalnızca beklediğiniz adres buysa ödeyin.',
    carefulOfAll:
      'Bu hizmet onların kim olduğunu bilmiyor. Yalnızca beklediğiniz adresler bunlarsa ödeyin.',
    continue: 'Ödemeye geç',
    busy: 'Şu anda birçok kişi bu bağlantıyı açıyor. Bir dakika bekleyip düğmeye tekrar basın.',
    closed: 'Bu bağlantı yeni ödeme kabul etmiyor. Para göndermeyin ve satıcıya sorun.',
    contact: 'Satıcıyla iletişime geç',
    refundAddress: 'İadeler için adres belirtin',
    wholeAddress: 'Adresin tamamını göster',
    subtotal: 'Ara toplam',
  },
  zh: {
    title: '付款',
    pay: (domain) => `向 ${domain} 付款`,
    needsScript:
      '此付款页面需要 JavaScript：钱包通过它接收请求。请启用后重新加载，或向商家询问其他付款方式。',
    verified: '商家的已验证域名',
    unverified: '未验证的商家',
    goesTo: '款项将付至',
    careful: '此服务不了解该商家的身份。请仅在地址与您预期一致时付款。',
    carefulOfAll: '此服务不了解收款方的身份。请仅在这些地址均与您预期一致时付款。',
    continue: '继续付款',
    busy: '当前有许多人正在打开此链接。请等待一分钟后再次点击按钮。',
    closed: '此链接不再接受新的付款。请勿转账，并联系商家。',
    contact: '联系商家',
    refundAddress: '指定退款地址',
    wholeAddress: '显示完整地址',
    subtotal: '小计',
  },
}
