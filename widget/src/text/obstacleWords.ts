import type { Language } from './languages.ts'

/** A reason for which the service offers no signature; an account without enough money reads of its shortage instead. */
export type Obstacle = keyof typeof ENGLISH

type Words = Readonly<Record<Obstacle, string>>

const ENGLISH = {
  not_sponsored: 'The payment service does not pay the network fee of this payment, so you pay it.',
  not_supported:
    'The payment service pays network fees only for tokens that can be paid with a signature. You pay this one.',
  no_permit2_allowance:
    'The payment service pays the network fee only if your account has allowed Permit2 for this token. You pay this one.',
  limit_reached:
    'The payment service has paid as many network fees as it may for now. You pay this one.',
  unavailable: 'The payment service cannot pay the network fee right now, so you pay it.',
}

/** The words by language; they are outside the locales, because few payments need them. */
const WORDS: Readonly<Record<string, Words>> = {
  ar: {
    not_sponsored: 'لا تدفع خدمة الدفع رسوم الشبكة لهذه الدفعة، لذا تدفعها أنت.',
    not_supported:
      'تدفع خدمة الدفع رسوم الشبكة فقط للرموز التي يمكن دفعها بتوقيع. رسوم هذه الدفعة عليك.',
    no_permit2_allowance:
      'تدفع خدمة الدفع رسوم الشبكة فقط إذا كان حسابك قد سمح لـ Permit2 باستخدام هذا الرمز. رسوم هذه الدفعة عليك.',
    limit_reached:
      'بلغت خدمة الدفع الحد الأقصى لرسوم الشبكة التي تدفعها حاليًا. رسوم هذه الدفعة عليك.',
    unavailable: 'لا تستطيع خدمة الدفع دفع رسوم الشبكة الآن، لذا تدفعها أنت.',
  },
  de: {
    not_sponsored:
      'Der Zahlungsdienst übernimmt die Netzwerkgebühr dieser Zahlung nicht; Sie zahlen sie.',
    not_supported:
      'Der Zahlungsdienst übernimmt Netzwerkgebühren nur für Token, die sich mit einer Unterschrift bezahlen lassen. Diese zahlen Sie.',
    no_permit2_allowance:
      'Der Zahlungsdienst übernimmt die Netzwerkgebühr nur, wenn Ihr Konto Permit2 für diesen Token freigegeben hat. Diese zahlen Sie.',
    limit_reached:
      'Der Zahlungsdienst hat vorerst so viele Netzwerkgebühren übernommen, wie er darf. Diese zahlen Sie.',
    unavailable:
      'Der Zahlungsdienst kann die Netzwerkgebühr gerade nicht übernehmen; Sie zahlen sie.',
  },
  es: {
    not_sponsored: 'El servicio de pago no paga la comisión de red de este pago; la paga usted.',
    not_supported:
      'El servicio de pago solo paga comisiones de red de tokens que se pueden pagar con una firma. Esta la paga usted.',
    no_permit2_allowance:
      'El servicio de pago solo paga la comisión de red si su cuenta ha autorizado a Permit2 para este token. Esta la paga usted.',
    limit_reached:
      'El servicio de pago ya ha pagado todas las comisiones de red que puede por ahora. Esta la paga usted.',
    unavailable:
      'El servicio de pago no puede pagar la comisión de red en este momento; la paga usted.',
  },
  fr: {
    not_sponsored:
      'Le service de paiement ne paie pas les frais de réseau de ce paiement : vous les payez.',
    not_supported:
      'Le service de paiement ne paie les frais de réseau que pour les jetons payables par signature. Vous payez ceux-ci.',
    no_permit2_allowance:
      'Le service de paiement ne paie les frais de réseau que si votre compte a autorisé Permit2 pour ce jeton. Vous payez ceux-ci.',
    limit_reached:
      'Le service de paiement a payé autant de frais de réseau qu’il le peut pour le moment. Vous payez ceux-ci.',
    unavailable:
      'Le service de paiement ne peut pas payer les frais de réseau pour l’instant : vous les payez.',
  },
  it: {
    not_sponsored:
      'Il servizio di pagamento non paga la commissione di rete di questo pagamento: la paga Lei.',
    not_supported:
      'Il servizio di pagamento paga le commissioni di rete solo per i token pagabili con una firma. Questa la paga Lei.',
    no_permit2_allowance:
      'Il servizio di pagamento paga la commissione di rete solo se il Suo account ha autorizzato Permit2 per questo token. Questa la paga Lei.',
    limit_reached:
      'Il servizio di pagamento ha già pagato tutte le commissioni di rete consentite per ora. Questa la paga Lei.',
    unavailable:
      'Il servizio di pagamento non può pagare la commissione di rete in questo momento: la paga Lei.',
  },
  ja: {
    not_sponsored:
      'この支払いのネットワーク手数料は決済サービスの負担対象外のため、お客様のご負担になります。',
    not_supported:
      '決済サービスがネットワーク手数料を負担するのは、署名で支払えるトークンだけです。今回はお客様のご負担になります。',
    no_permit2_allowance:
      '決済サービスがネットワーク手数料を負担するのは、このトークンで Permit2 を許可済みのアカウントだけです。今回はお客様のご負担になります。',
    limit_reached:
      '決済サービスが負担できるネットワーク手数料は、現在上限に達しています。今回はお客様のご負担になります。',
    unavailable:
      '決済サービスは現在ネットワーク手数料を負担できないため、お客様のご負担になります。',
  },
  ko: {
    not_sponsored: '결제 서비스가 이 결제의 네트워크 수수료를 부담하지 않으므로 직접 내셔야 해요.',
    not_supported:
      '결제 서비스는 서명으로 결제할 수 있는 토큰의 네트워크 수수료만 부담해요. 이번 수수료는 직접 내셔야 해요.',
    no_permit2_allowance:
      '결제 서비스는 계정이 이 토큰에 대해 Permit2를 허용한 경우에만 네트워크 수수료를 부담해요. 이번 수수료는 직접 내셔야 해요.',
    limit_reached:
      '결제 서비스가 지금 부담할 수 있는 네트워크 수수료 한도에 도달했어요. 이번 수수료는 직접 내셔야 해요.',
    unavailable: '지금은 결제 서비스가 네트워크 수수료를 부담할 수 없으므로 직접 내셔야 해요.',
  },
  nl: {
    not_sponsored: 'De betaaldienst betaalt de netwerkkosten van deze betaling niet; u betaalt ze.',
    not_supported:
      'De betaaldienst betaalt alleen netwerkkosten van tokens die met een handtekening te betalen zijn. Deze betaalt u.',
    no_permit2_allowance:
      'De betaaldienst betaalt de netwerkkosten alleen als uw account Permit2 voor deze token heeft toegestaan. Deze betaalt u.',
    limit_reached:
      'De betaaldienst heeft voorlopig zoveel netwerkkosten betaald als is toegestaan. Deze betaalt u.',
    unavailable: 'De betaaldienst kan de netwerkkosten nu niet betalen; u betaalt ze.',
  },
  pt: {
    not_sponsored: 'O serviço de pagamento não paga a taxa de rede deste pagamento; você a paga.',
    not_supported:
      'O serviço de pagamento só paga taxas de rede de tokens que podem ser pagos com uma assinatura. Esta é por sua conta.',
    no_permit2_allowance:
      'O serviço de pagamento só paga a taxa de rede se a sua conta tiver autorizado o Permit2 para este token. Esta é por sua conta.',
    limit_reached:
      'O serviço de pagamento já pagou todas as taxas de rede que pode por enquanto. Esta é por sua conta.',
    unavailable: 'O serviço de pagamento não pode pagar a taxa de rede agora; você a paga.',
  },
  tr: {
    not_sponsored: 'Ödeme hizmeti bu ödemenin ağ ücretini karşılamıyor; ücreti siz ödersiniz.',
    not_supported:
      'Ödeme hizmeti yalnızca imzayla ödenebilen token’ların ağ ücretini karşılar. Bu ücreti siz ödersiniz.',
    no_permit2_allowance:
      'Ödeme hizmeti ağ ücretini yalnızca hesabınız bu token için Permit2’ye izin verdiyse karşılar. Bu ücreti siz ödersiniz.',
    limit_reached:
      'Ödeme hizmeti şimdilik karşılayabileceği ağ ücreti sınırına ulaştı. Bu ücreti siz ödersiniz.',
    unavailable: 'Ödeme hizmeti ağ ücretini şu anda karşılayamıyor; ücreti siz ödersiniz.',
  },
  zh: {
    not_sponsored: '支付服务不承担此笔付款的网络费用，由您支付。',
    not_supported: '支付服务只为可用签名支付的代币承担网络费用。这一笔由您支付。',
    no_permit2_allowance:
      '只有您的账户已允许 Permit2 使用此代币时，支付服务才承担网络费用。这一笔由您支付。',
    limit_reached: '支付服务目前承担的网络费用已达上限。这一笔由您支付。',
    unavailable: '支付服务目前无法承担网络费用，由您支付。',
  },
} satisfies Readonly<Record<Language, Words>>

/**
 * Returns the sentence for the service's reason in a language, such as `de-AT`; English without a translation, and `unavailable` for an
 * unknown reason.
 */
export function obstacleWords(obstacle: unknown, language: string): string {
  const [code = ''] = language.toLowerCase().split('-', 1)
  const words = (Object.hasOwn(WORDS, code) ? WORDS[code] : undefined) ?? ENGLISH
  return isObstacle(obstacle) ? words[obstacle] : words.unavailable
}

function isObstacle(value: unknown): value is Obstacle {
  return typeof value === 'string' && Object.hasOwn(ENGLISH, value)
}
