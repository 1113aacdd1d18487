import type { en } from './en.ts'
import type { enAccepted } from './enAccepted.ts'
import type { enBridge } from './enBridge.ts'
import type { enFlow } from './enFlow.ts'
import type { enPayout } from './enPayout.ts'
import type { enPermit } from './enPermit.ts'
import type { enQuoted } from './enQuoted.ts'
import type { enTron } from './enTron.ts'
import type { enWallets } from './enWallets.ts'

/** The sentences of the first screens; every locale has them. */
export type EntryText = Readonly<typeof en>
/** The sentences from the choice of a wallet on. */
export type FlowText = Readonly<typeof enFlow>
/** All sentences of one language. */
export type Text = EntryText & FlowText

/** Some of the sentences, either directly or inside a table such as `notes`. */
export type SomeText = {
  readonly [K in keyof Text]?: Text[K] extends string | ((...params: never[]) => string)
    ? Text[K]
    : Partial<Text[K]>
}

/** The sentences of the choice among the currencies that a payment accepts. */
export type AcceptedText = Readonly<typeof enAccepted>

/** The sentences of payments from other chains. */
export type BridgeText = Readonly<typeof enBridge>

/** The sentences of payments that the service prices. */
export type QuotedText = Readonly<typeof enQuoted>

/** The sentences of payments on Tron. */
export type TronText = Readonly<typeof enTron>

/** The sentences of wallets on another device. */
export type WalletsText = Readonly<typeof enWallets>

/** The sentences of a signature in place of an approval. */
type PermitText = Readonly<typeof enPermit>

/**
 * The type of the `strings` property: any sentence, including those of payouts and of payments from other chains.
 */
export type TextOverrides = SomeText & {
  readonly payout?: SomeText
  readonly refund?: SomeText
  readonly accepted?: Partial<AcceptedText>
  readonly bridge?: Partial<BridgeText>
  readonly quoted?: Partial<QuotedText>
  readonly tron?: Partial<TronText>
  readonly wallets?: Partial<WalletsText>
  readonly permit?: Partial<PermitText>
}

/** The sentences that a payout has in place of a payment's. */
export type PayoutText = Readonly<typeof enPayout>

/** The sentences that most payments never need. */
export type RareText = {
  readonly payout: PayoutText
  readonly accepted: AcceptedText
  readonly bridge: BridgeText
  readonly quoted: QuotedText
  readonly tron: TronText
  readonly wallets: WalletsText
  readonly permit: PermitText
}

/** A language other than English, complete by its type: one chunk per language. */
export type Locale = RareText & { readonly words: Text }

/**
 * Returns `text` with some of its sentences replaced by a page's own. Tables are merged, not replaced; values that are not a
 * sentence, or not a function if one is called, are ignored.
 */
export function overrideText<T extends object>(text: T, overrides: unknown): T {
  const entries = Object.entries(text).map(([key, own]) => {
    const value: unknown = Reflect.get(Object(overrides), key)
    if (typeof value !== typeof own) return [key, own]
    return [key, typeof own === 'object' ? overrideText(own, value) : value]
  })
  return Object.fromEntries(entries) // the same keys with values of the same types
}
