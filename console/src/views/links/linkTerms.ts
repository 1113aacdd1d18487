import type { Order } from '@secure-payment/core/api'
import type { NetworkChoice, TokenChoice } from '../../networkChoices.ts'
import type { PolicyDraft } from '../access/renderPolicyFields.ts'
import type { Route } from '../access/routeRules.ts'
import type { FeeDraft } from '../fees/renderFeeFields.ts'

/** A wallet and token that can receive a link's payments. */
export type LinkTarget = {
  readonly destinationId: string
  readonly walletAddress: string
  readonly network: NetworkChoice
  readonly token: TokenChoice
  /** The wallet's source: the signed-in person, another member, or the link that is copied. */
  readonly owner: 'own' | 'member' | 'copied'
}

/** A price's currency. `payableIn` contains the ids of the tokens in which payers can pay the price. */
export type PriceCurrency = {
  readonly currencyId: string
  readonly symbol: string
  readonly payableIn: ReadonlySet<string>
}

/** The initial values of a form's fields. */
export type LinkDraft = {
  readonly destinationId: string | null
  readonly currencyId: string | null
  readonly amount: string
  readonly order: Order
  readonly reference: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly redirectUrl: string
  readonly redirectLabel: string
  /** The ids of further currencies in which the link can be paid. */
  readonly accepts: readonly string[]
  /** Whether any number of payers may pay the link. */
  readonly isReusable: boolean
  /** The fee of the copied link; null without one. */
  readonly fee: FeeDraft | null
  /** The rules for payers; null without any. */
  readonly policy: PolicyDraft | null
}

/** The choices of the form, and its initial text. */
export type LinkChoices = {
  readonly networks: readonly NetworkChoice[]
  readonly targets: readonly LinkTarget[]
  readonly fiat: readonly PriceCurrency[]
  readonly draft: LinkDraft
  /** The routes of the account's wallets. */
  readonly routes: readonly Route[]
  /** The account's reporting currency, which is a new link's default. */
  readonly reportingCurrency: string
}

/** The draft of a link that is not a copy. */
export const EMPTY_DRAFT: LinkDraft = {
  destinationId: null,
  currencyId: null,
  amount: '',
  order: {},
  reference: '',
  firstName: '',
  lastName: '',
  email: '',
  redirectUrl: '',
  redirectLabel: '',
  accepts: [],
  isReusable: false,
  fee: null,
  policy: null,
}
