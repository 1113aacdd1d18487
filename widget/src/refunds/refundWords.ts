import type { Language } from '../text/languages.ts'

/** The words about a merchant's refunds. `amount` is formatted, and `merchant` is a name or "the merchant". */
export type RefundWords = {
  /** The refund has arrived. */
  readonly refunded: (amount: string) => string
  /** The transaction is on chain, with too few confirmations to count. */
  readonly coming: (amount: string) => string
  /** The person to ask. */
  readonly ask: (merchant: string) => string
}

const ENGLISH: RefundWords = {
  refunded: (amount) => `${amount} was refunded.`,
  coming: (amount) => `A refund of ${amount} is on its way. The network is confirming it.`,
  ask: (merchant) => `Questions about a refund? Ask ${merchant}.`,
}

/** The words by language; they load with a refund, because only a payment with a refund needs them. */
const WORDS: Readonly<Record<string, RefundWords>> = {
  ar: {
    refunded: (amount) => `تم ردّ ${amount}.`,
    coming: (amount) => `المبلغ المردود ${amount} في طريقه إليك. تعمل الشبكة على تأكيده.`,
    ask: (merchant) => `هل لديك سؤال عن المبلغ المردود؟ اسأل ${merchant}.`,
  },
  de: {
    refunded: (amount) => `${amount} wurde erstattet.`,
    coming: (amount) =>
      `Eine Erstattung von ${amount} ist unterwegs. Das Netzwerk bestätigt sie gerade.`,
    ask: (merchant) => `Fragen zu einer Erstattung? Ansprechpartner: ${merchant}.`,
  },
  es: {
    refunded: (amount) => `Se han reembolsado ${amount}.`,
    coming: (amount) => `Hay un reembolso de ${amount} en camino. La red lo está confirmando.`,
    ask: (merchant) => `¿Dudas sobre un reembolso? Pregunte a: ${merchant}.`,
  },
  fr: {
    refunded: (amount) => `Remboursement effectué : ${amount}.`,
    coming: (amount) => `Un remboursement de ${amount} est en route. Le réseau le confirme.`,
    ask: (merchant) => `Une question sur un remboursement ? Contact : ${merchant}.`,
  },
  it: {
    refunded: (amount) => `Rimborso effettuato: ${amount}.`,
    coming: (amount) => `Un rimborso di ${amount} è in arrivo. La rete lo sta confermando.`,
    ask: (merchant) => `Domande su un rimborso? Contatto: ${merchant}.`,
  },
  ja: {
    refunded: (amount) => `${amount} が返金されました。`,
    coming: (amount) => `${amount} の返金が届く途中です。ネットワークが確認しています。`,
    ask: (merchant) => `返金についてのお問い合わせ先：${merchant}`,
  },
  ko: {
    refunded: (amount) => `${amount} 환불이 완료되었어요.`,
    coming: (amount) => `${amount} 환불이 진행 중이에요. 네트워크에서 확인하고 있어요.`,
    ask: (merchant) => `환불 문의: ${merchant}`,
  },
  nl: {
    refunded: (amount) => `${amount} is terugbetaald.`,
    coming: (amount) =>
      `Een terugbetaling van ${amount} is onderweg. Het netwerk bevestigt deze nu.`,
    ask: (merchant) => `Vragen over een terugbetaling? Contact: ${merchant}.`,
  },
  pt: {
    refunded: (amount) => `Reembolso concluído: ${amount}.`,
    coming: (amount) => `Um reembolso de ${amount} está a caminho. A rede está confirmando.`,
    ask: (merchant) => `Dúvidas sobre um reembolso? Contato: ${merchant}.`,
  },
  tr: {
    refunded: (amount) => `${amount} iade edildi.`,
    coming: (amount) => `${amount} tutarındaki iade yolda. Ağ onaylıyor.`,
    ask: (merchant) => `İade ile ilgili sorularınız için: ${merchant}`,
  },
  zh: {
    refunded: (amount) => `已退款 ${amount}。`,
    coming: (amount) => `${amount} 的退款正在途中，网络正在确认。`,
    ask: (merchant) => `对退款有疑问？请联系：${merchant}`,
  },
} satisfies Readonly<Record<Language, RefundWords>>

/** Returns the words for a language tag, such as `de-AT`; English if there are none. */
export function refundWords(language: string): RefundWords {
  const [code = ''] = language.toLowerCase().split('-', 1)
  return (Object.hasOwn(WORDS, code) ? WORDS[code] : undefined) ?? ENGLISH
}
