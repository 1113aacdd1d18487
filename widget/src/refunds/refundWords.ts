import type { Language } from '../text/languages.ts'

/** The words about a merchant's refunds. `amount` is formatted, and `merchant` is a name or "the merchant". */
export type RefundWords = {
  /** The refund has arrived. */
  readonly refunded: (amount: string) => string
  /** The transaction is on chain, with too few confirmations to count. */
  readonly coming: (amount: string) => string
  /** The title of a payment that was refunded in full, and the sentence below it. */
  readonly full: string
  readonly fullText: (merchant: string) => string
  /** The person to ask. */
  readonly ask: (merchant: string) => string
}

const ENGLISH: RefundWords = {
  refunded: (amount) => `${amount} was refunded.`,
  coming: (amount) => `A refund of ${amount} is on its way. The network is confirming it.`,
  full: 'Refunded in full',
  fullText: (merchant) => `${merchant} sent your money back.`,
  ask: (merchant) => `Questions about a refund? Ask ${merchant}.`,
}

/** The words by language; they load with a refund, because only a payment with a refund needs them. */
const WORDS: Readonly<Record<string, RefundWords>> = {
  ar: {
    refunded: (amount) => `تم ردّ ${amount}.`,
    coming: (amount) => `المبلغ المردود ${amount} في طريقه إليك. تعمل الشبكة على تأكيده.`,
    full: 'رُدّ المبلغ بالكامل',
    fullText: (merchant) => `أعاد ${merchant} أموالك إليك.`,
    ask: (merchant) => `هل لديك سؤال عن المبلغ المردود؟ اسأل ${merchant}.`,
  },
  de: {
    refunded: (amount) => `${amount} wurde erstattet.`,
    coming: (amount) =>
      `Eine Erstattung von ${amount} ist unterwegs. Das Netzwerk bestätigt sie gerade.`,
    full: 'Vollständig erstattet',
    fullText: (merchant) => `${merchant} hat Ihr Geld zurückgesendet.`,
    ask: (merchant) => `Fragen zu einer Erstattung? Ansprechpartner: ${merchant}.`,
  },
  es: {
    refunded: (amount) => `Se han reembolsado ${amount}.`,
    coming: (amount) => `Hay un reembolso de ${amount} en camino. La red lo está confirmando.`,
    full: 'Reembolsado por completo',
    fullText: (merchant) => `${merchant} le ha devuelto su dinero.`,
    ask: (merchant) => `¿Dudas sobre un reembolso? Pregunte a: ${merchant}.`,
  },
  fr: {
    refunded: (amount) => `Remboursement effectué : ${amount}.`,
    coming: (amount) => `Un remboursement de ${amount} est en route. Le réseau le confirme.`,
    full: 'Remboursé en totalité',
    fullText: (merchant) => `${merchant} vous a rendu votre argent.`,
    ask: (merchant) => `Une question sur un remboursement ? Contact : ${merchant}.`,
  },
  it: {
    refunded: (amount) => `Rimborso effettuato: ${amount}.`,
    coming: (amount) => `Un rimborso di ${amount} è in arrivo. La rete lo sta confermando.`,
    full: 'Rimborsato per intero',
    fullText: (merchant) => `${merchant} le ha restituito il denaro.`,
    ask: (merchant) => `Domande su un rimborso? Contatto: ${merchant}.`,
  },
  ja: {
    refunded: (amount) => `${amount} が返金されました。`,
    coming: (amount) => `${amount} の返金が届く途中です。ネットワークが確認しています。`,
    full: '全額返金済み',
    fullText: (merchant) => `${merchant}から返金されました。`,
    ask: (merchant) => `返金についてのお問い合わせ先：${merchant}`,
  },
  ko: {
    refunded: (amount) => `${amount} 환불이 완료되었어요.`,
    coming: (amount) => `${amount} 환불이 진행 중이에요. 네트워크에서 확인하고 있어요.`,
    full: '전액 환불됨',
    fullText: (merchant) => `${merchant}에서 돈을 돌려보냈어요.`,
    ask: (merchant) => `환불 문의: ${merchant}`,
  },
  nl: {
    refunded: (amount) => `${amount} is terugbetaald.`,
    coming: (amount) =>
      `Een terugbetaling van ${amount} is onderweg. Het netwerk bevestigt deze nu.`,
    full: 'Volledig terugbetaald',
    fullText: (merchant) => `${merchant} heeft uw geld teruggestuurd.`,
    ask: (merchant) => `Vragen over een terugbetaling? Contact: ${merchant}.`,
  },
  pt: {
    refunded: (amount) => `Reembolso concluído: ${amount}.`,
    coming: (amount) => `Um reembolso de ${amount} está a caminho. A rede está confirmando.`,
    full: 'Reembolsado por completo',
    fullText: (merchant) => `${merchant} devolveu o seu dinheiro.`,
    ask: (merchant) => `Dúvidas sobre um reembolso? Contato: ${merchant}.`,
  },
  tr: {
    refunded: (amount) => `${amount} iade edildi.`,
    coming: (amount) => `${amount} tutarındaki iade yolda. Ağ onaylıyor.`,
    full: 'Tamamı iade edildi',
    fullText: (merchant) => `${merchant} paranızı geri gönderdi.`,
    ask: (merchant) => `İade ile ilgili sorularınız için: ${merchant}`,
  },
  zh: {
    refunded: (amount) => `已退款 ${amount}。`,
    coming: (amount) => `${amount} 的退款正在途中，网络正在确认。`,
    full: '已全额退款',
    fullText: (merchant) => `${merchant}已将款项退还给您。`,
    ask: (merchant) => `对退款有疑问？请联系：${merchant}`,
  },
} satisfies Readonly<Record<Language, RefundWords>>

/** Returns the words for a language tag, such as `de-AT`; English if there are none. */
export function refundWords(language: string): RefundWords {
  const [code = ''] = language.toLowerCase().split('-', 1)
  return (Object.hasOwn(WORDS, code) ? WORDS[code] : undefined) ?? ENGLISH
}
