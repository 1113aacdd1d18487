import type { PageLanguage } from '../http/pageWords.ts'

/** The words on a reusable link's card, which equal the payment element's words for the same facts. They are text, not HTML. */
export type OfferWords = {
  readonly toPay: string
  readonly testNetwork: string
  readonly onNetwork: (network: string) => string
  /** The token that pays a price in another currency. */
  readonly paidIn: (symbol: string, network: string) => string
  readonly reference: string
  /** `date` is already formatted in the language. */
  readonly due: (date: string) => string
  readonly tax: string
  readonly newTab: string
  readonly terms: string
  readonly privacy: string
}

/** The words by language; a test compares them with those of the element. */
export const offerWords: Readonly<Record<PageLanguage, OfferWords>> = {
  en: {
    toPay: 'To pay',
    testNetwork: 'Test network',
    onNetwork: (network) => `on ${network}`,
    paidIn: (symbol, network) => `paid in ${symbol} on ${network}`,
    reference: 'Reference',
    due: (date) => `Due ${date}`,
    tax: 'Tax',
    newTab: 'opens in a new tab',
    terms: 'Terms',
    privacy: 'Privacy',
  },
  ar: {
    toPay: 'المبلغ المطلوب',
    testNetwork: 'شبكة تجريبية',
    onNetwork: (network) => `على ${network}`,
    paidIn: (symbol, network) => `يُدفع بعملة ${symbol} على ${network}`,
    reference: 'المرجع',
    due: (date) => `تاريخ الاستحقاق: ${date}`,
    tax: 'الضريبة',
    newTab: 'يُفتح في علامة تبويب جديدة',
    terms: 'الشروط',
    privacy: 'الخصوصية',
  },
  de: {
    toPay: 'Zu zahlen',
    testNetwork: 'Testnetz',
    onNetwork: (network) => `auf ${network}`,
    paidIn: (symbol, network) => `gezahlt in ${symbol} auf ${network}`,
    reference: 'Referenz',
    due: (date) => `Fällig am ${date}`,
    tax: 'Steuer',
    newTab: 'öffnet einen neuen Tab',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutz',
  },
  es: {
    toPay: 'A pagar',
    testNetwork: 'Red de prueba',
    onNetwork: (network) => `en ${network}`,
    paidIn: (symbol, network) => `pagado en ${symbol} en ${network}`,
    reference: 'Referencia',
    due: (date) => `Vence el ${date}`,
    tax: 'Impuestos',
    newTab: 'se abre en una pestaña nueva',
    terms: 'Condiciones',
    privacy: 'Privacidad',
  },
  fr: {
    toPay: 'À payer',
    testNetwork: 'Réseau de test',
    onNetwork: (network) => `sur ${network}`,
    paidIn: (symbol, network) => `payé en ${symbol} sur ${network}`,
    reference: 'Référence',
    due: (date) => `À payer avant le ${date}`,
    tax: 'Taxes',
    newTab: 's’ouvre dans un nouvel onglet',
    terms: 'Conditions',
    privacy: 'Confidentialité',
  },
  it: {
    toPay: 'Da pagare',
    testNetwork: 'Rete di prova',
    onNetwork: (network) => `su ${network}`,
    paidIn: (symbol, network) => `pagato in ${symbol} su ${network}`,
    reference: 'Riferimento',
    due: (date) => `Scadenza: ${date}`,
    tax: 'Imposte',
    newTab: 'si apre in una nuova scheda',
    terms: 'Condizioni',
    privacy: 'Privacy',
  },
  ja: {
    toPay: 'お支払い金額',
    testNetwork: 'テストネットワーク',
    onNetwork: (network) => `${network} で支払い`,
    paidIn: (symbol, network) => `${network} の ${symbol} で支払い`,
    reference: '参照番号',
    due: (date) => `支払期日：${date}`,
    tax: '税',
    newTab: '新しいタブで開きます',
    terms: '利用規約',
    privacy: 'プライバシー',
  },
  ko: {
    toPay: '결제할 금액',
    testNetwork: '테스트 네트워크',
    onNetwork: (network) => `${network}에서`,
    paidIn: (symbol, network) => `${network}에서 ${symbol}로 결제`,
    reference: '참조 번호',
    due: (date) => `결제 기한: ${date}`,
    tax: '세금',
    newTab: '새 탭에서 열려요',
    terms: '이용약관',
    privacy: '개인정보 처리방침',
  },
  nl: {
    toPay: 'Te betalen',
    testNetwork: 'Testnetwerk',
    onNetwork: (network) => `op ${network}`,
    paidIn: (symbol, network) => `betaald in ${symbol} op ${network}`,
    reference: 'Referentie',
    due: (date) => `Te betalen vóór ${date}`,
    tax: 'Btw',
    newTab: 'opent in een nieuw tabblad',
    terms: 'Voorwaarden',
    privacy: 'Privacy',
  },
  pt: {
    toPay: 'A pagar',
    testNetwork: 'Rede de teste',
    onNetwork: (network) => `em ${network}`,
    paidIn: (symbol, network) => `pago em ${symbol} em ${network}`,
    reference: 'Referência',
    due: (date) => `Vence em ${date}`,
    tax: 'Impostos',
    newTab: 'abre em uma nova aba',
    terms: 'Termos',
    privacy: 'Privacidade',
  },
  tr: {
    toPay: 'Ödenecek',
    testNetwork: 'Test ağı',
    onNetwork: (network) => `${network} ağında`,
    paidIn: (symbol, network) => `${network} ağında ${symbol} ile ödenir`,
    reference: 'Referans',
    due: (date) => `Son ödeme tarihi: ${date}`,
    tax: 'Vergi',
    newTab: 'yeni sekmede açılır',
    terms: 'Koşullar',
    privacy: 'Gizlilik',
  },
  zh: {
    toPay: '应付',
    testNetwork: '测试网络',
    onNetwork: (network) => `在 ${network} 上`,
    paidIn: (symbol, network) => `在 ${network} 上以 ${symbol} 支付`,
    reference: '参考编号',
    due: (date) => `付款期限：${date}`,
    tax: '税费',
    newTab: '在新标签页中打开',
    terms: '条款',
    privacy: '隐私',
  },
}
