import type { Language } from '../text/languages.ts'

/** The words around the lines of an order. */
export type OrderWords = {
  readonly details: string
  readonly tax: string
  readonly total: string
  /** `date` is already formatted in the language. */
  readonly due: (date: string) => string
  /** Names an order with several lines after the first one. */
  readonly more: (first: string, others: number) => string
}

const ENGLISH: OrderWords = {
  details: 'Order details',
  tax: 'Tax',
  total: 'Total',
  due: (date) => `Due ${date}`,
  more: (first, others) => `${first} and ${others} more`,
}

/** The words by language; they load with an order, because only a payment with an order needs them. */
const WORDS: Readonly<Record<string, OrderWords>> = {
  ar: {
    details: 'تفاصيل الطلب',
    tax: 'الضريبة',
    total: 'الإجمالي',
    due: (date) => `تاريخ الاستحقاق: ${date}`,
    more: (first, others) => `${first} و${others} أخرى`,
  },
  de: {
    details: 'Bestelldetails',
    tax: 'Steuer',
    total: 'Summe',
    due: (date) => `Fällig am ${date}`,
    more: (first, others) => `${first} und ${others} weitere`,
  },
  es: {
    details: 'Detalles del pedido',
    tax: 'Impuestos',
    total: 'Total',
    due: (date) => `Vence el ${date}`,
    more: (first, others) => `${first} y ${others} más`,
  },
  fr: {
    details: 'Détails de la commande',
    tax: 'Taxes',
    total: 'Total',
    due: (date) => `À payer avant le ${date}`,
    more: (first, others) => `${first} et ${others} ${others < 2 ? 'autre' : 'autres'}`,
  },
  it: {
    details: 'Dettagli dell’ordine',
    tax: 'Imposte',
    total: 'Totale',
    due: (date) => `Scadenza: ${date}`,
    more: (first, others) => `${first} e ${others === 1 ? 'un altro' : `altri ${others}`}`,
  },
  ja: {
    details: '注文の詳細',
    tax: '税',
    total: '合計',
    due: (date) => `支払期日：${date}`,
    more: (first, others) => `${first} ほか ${others} 件`,
  },
  ko: {
    details: '주문 상세',
    tax: '세금',
    total: '합계',
    due: (date) => `결제 기한: ${date}`,
    more: (first, others) => `${first} 외 ${others}건`,
  },
  nl: {
    details: 'Bestelgegevens',
    tax: 'Btw',
    total: 'Totaal',
    due: (date) => `Te betalen vóór ${date}`,
    more: (first, others) => `${first} en nog ${others}`,
  },
  pt: {
    details: 'Detalhes do pedido',
    tax: 'Impostos',
    total: 'Total',
    due: (date) => `Vence em ${date}`,
    more: (first, others) => `${first} e mais ${others}`,
  },
  tr: {
    details: 'Sipariş ayrıntıları',
    tax: 'Vergi',
    total: 'Toplam',
    due: (date) => `Son ödeme tarihi: ${date}`,
    more: (first, others) => `${first} ve ${others} tane daha`,
  },
  zh: {
    details: '订单详情',
    tax: '税费',
    total: '合计',
    due: (date) => `付款期限：${date}`,
    more: (first, others) => `${first} 等 ${others + 1} 项`,
  },
} satisfies Readonly<Record<Language, OrderWords>>

/** Returns the words for a language tag, such as `de-AT`; English if there are none. */
export function orderWords(language: string): OrderWords {
  return WORDS[language.split('-', 1)[0]?.toLowerCase() ?? ''] ?? ENGLISH
}
