/** The state of a receipt's payment, as its heading shows it. */
export type ReceiptState =
  | 'paid'
  | 'confirming'
  | 'onWay'
  | 'partlyPaid'
  | 'refunded'
  | 'partlyRefunded'
  | 'cancelled'
  | 'withdrawn'

/** The words of a receipt in one language; text, not HTML. */
export type ReceiptWords = {
  readonly title: string
  readonly states: Readonly<Record<ReceiptState, string>>
  /** Explanations of states that are not final. */
  readonly notes: Readonly<Record<'confirming' | 'onWay' | 'withdrawn', string>>
  readonly paidTo: string
  readonly amount: string
  /** The amount without tax and fee. */
  readonly subtotal: string
  readonly tax: string
  /** `rate` is a percentage such as `2.5%`. */
  readonly fee: (rate: string) => string
  /** The fee of a payment, which the merchant sets; a payout has `fee`. */
  readonly merchantFee: (rate: string) => string
  readonly total: string
  readonly paidSoFar: string
  readonly stillDue: string
  /** The worth in fiat money at the time of the payment. */
  readonly worth: string
  /** The rate between the currency of the price and the paid currency. */
  readonly rate: string
  /** The sources of the rate. */
  readonly priceFrom: string
  readonly payments: string
  readonly details: string
  readonly refunds: string
  readonly paidWith: string
  readonly network: string
  readonly networkFee: string
  /** Follows the network's fee if no price of its coin was known at the time of the payment. */
  readonly priceUnknown: string
  readonly date: string
  readonly transaction: string
  /** The transaction on the payee's network that a bridge made. */
  readonly arrival: string
  readonly bridgeKept: string
  /** The amount that a bridge delivered on the payee's network. */
  readonly delivered: string
  readonly reference: string
  readonly paymentId: string
  readonly paymentReference: string
  /** The states of a payment that a bridge carries. */
  readonly transfer: Readonly<Record<'tracking' | 'failed' | 'refunded' | 'unanswered', string>>
  readonly downloadPdf: string
  readonly print: string
  /** Shown if a rate limit rejected the request. */
  readonly busy: string
  /** Shown in place of a PDF that would lack characters or could not be made. */
  readonly printInstead: string
  readonly page: (number: number, count: number) => string
  /** The page at a URL that has no receipt. */
  readonly none: { readonly title: string; readonly text: string; readonly open: string }
  /** The e-mail with the receipt's address. */
  readonly mail: {
    readonly subject: (merchant: string) => string
    readonly subjectPlain: string
    readonly confirmed: string
    readonly view: string
    readonly automatic: string
  }
}
