import type { Language } from './languages.ts'

/** The words of a reusable link in place of a payment. Nothing was charged, and each payer continues on the hosted page. */
export type LinkWords = { readonly title: string; readonly action: string }

const ENGLISH: LinkWords = {
  title: 'Continue on the payment page',
  action: 'This payment opens on its own page. Nothing was charged.',
}

/** The words by language; they load with the response from the service, because only the token of a reusable link needs them. */
const WORDS: Readonly<Record<string, LinkWords>> = {
  ar: {
    title: 'تابع في صفحة الدفع',
    action: 'يُفتح هذا الدفع في صفحته الخاصة. لم يُخصم أي شيء.',
  },
  de: {
    title: 'Weiter auf der Zahlungsseite',
    action: 'Diese Zahlung öffnet sich auf einer eigenen Seite. Es wurde nichts abgebucht.',
  },
  es: {
    title: 'Continúe en la página de pago',
    action: 'Este pago se abre en su propia página. No se ha cobrado nada.',
  },
  fr: {
    title: 'Continuez sur la page de paiement',
    action: 'Ce paiement s’ouvre sur sa propre page. Rien n’a été débité.',
  },
  it: {
    title: 'Continui nella pagina di pagamento',
    action: 'Questo pagamento si apre in una pagina propria. Non è stato addebitato nulla.',
  },
  ja: {
    title: 'お支払いページで続けてください',
    action: 'このお支払いは専用のページで開きます。請求は発生していません。',
  },
  ko: {
    title: '결제 페이지에서 계속하세요',
    action: '이 결제는 별도의 페이지에서 열려요. 결제된 금액은 없어요.',
  },
  nl: {
    title: 'Ga verder op de betaalpagina',
    action: 'Deze betaling opent op een eigen pagina. Er is niets afgeschreven.',
  },
  pt: {
    title: 'Continue na página de pagamento',
    action: 'Este pagamento é aberto em uma página própria. Nada foi cobrado.',
  },
  tr: {
    title: 'Ödeme sayfasında devam edin',
    action: 'Bu ödeme kendi sayfasında açılır. Hiçbir tutar çekilmedi.',
  },
  zh: {
    title: '请在付款页面继续',
    action: '此付款在单独的页面中打开。未扣款。',
  },
} satisfies Readonly<Record<Language, LinkWords>>

/** Returns the words for a language tag, such as `de-AT`; English if there are none. */
export function linkWords(language: string): LinkWords {
  const [code = ''] = language.toLowerCase().split('-', 1)
  return (Object.hasOwn(WORDS, code) ? WORDS[code] : undefined) ?? ENGLISH
}
