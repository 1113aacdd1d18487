import { html } from 'lit'
import { paidSymbol } from '../../paidCurrency.ts'
import { enTron } from '../../text/enTron.ts'
import { plainText } from '../../text/format.ts'
import type { TronText } from '../../text/text.ts'
import { failed, renderFailure } from '../../views/failed/failed.ts'
import type { RailScreens } from '../../views/pageRail.ts'
import { renderRow } from '../../views/shell/rows.ts'
import type { FlowContext, Screen } from '../../views/viewContext.ts'
import { createConnect } from './connect.ts'
import { createReview } from './review.ts'

/** The screens and words on which payments on Tron differ from other payments. */
export const tronScreens: RailScreens = {
  open(say) {
    const words = say('tron', enTron)
    const screens = {
      connect: createConnect(words),
      review: createReview(words),
      failed: createFailed(words),
    }
    return { screens, errors: words.errors, speak: (context) => speak(context, words) }
  },
}

/** Returns the context with Tron's text in place of text that does not apply on Tron. */
function speak(context: FlowContext, words: TronText): FlowContext {
  const { model, text } = context
  const [item] = model.payment?.items ?? []
  const symbol = item ? plainText(paidSymbol(item)) : ''
  const said = {
    ...text,
    // The contract's allowance is unlimited, so the text names no amount.
    approving: (_: string, wallet: string) => words.allowing(symbol, wallet),
    approvingMined: () => words.allowingMined(symbol),
    approveHint: words.allowHint(symbol),
    steps: { ...text.steps, approve: () => words.allow(symbol) },
    errors: { ...text.errors, ...words.errors },
    notes: { ...text.notes, ...words.notes },
    networkFeeText: describeFee(context, words),
    ...describeSending(context, words),
  }
  if (model.wallets.length > 0) return { ...context, text: said }
  const { noWalletTitle, noWalletText } = words
  return { ...context, text: { ...said, noWalletTitle, noWalletText } }
}

/** The payer must keep the page open while only the page can resend the transaction. After a failure, the payer may close it. */
function describeSending({ model }: FlowContext, words: TronText) {
  switch (model.note?.code) {
    case 'tron_busy':
    case 'tron_not_taken':
    case 'tron_no_resources':
      return { confirming: words.sending, canClose: words.keepOpen }
    case 'tron_failing':
      return { confirming: words.failing, canClose: words.canReturn }
    default:
      return {}
  }
}

function describeFee({ model, format }: FlowContext, words: TronText): string {
  const readiness = model.review?.tron
  if (!readiness) return words.feeUnknown
  const { trxRequired } = readiness
  return trxRequired === '0' ? words.feeCovered : words.fee(format.money(trxRequired, 'TRX'))
}

/** Adds the network cost and the reason for the failure to the failed screen of any payment. */
function createFailed(words: TronText): Screen<FlowContext> {
  const complete = (context: FlowContext): FlowContext => {
    const { code, params } = context.model.error ?? {}
    const action = code && explain(words, code, params?.['reason'])
    if (!code || !action) return context
    const { errors } = context.text
    const { title } = { ...errors, ...words.errors }[
      code === 'tron_dropped' ? code : 'payment_reverted'
    ]
    const changed = { ...errors, [code]: { title, action } }
    return { ...context, text: { ...context.text, errors: changed } }
  }
  return {
    ...failed,
    heading: (context) => failed.heading(complete(context)),
    announcement: (context) => failed.announcement?.(complete(context)) ?? '',
    body: (context) => {
      const fee = context.model.error?.params?.['fee']
      const spent = fee && renderRow(words.spent, context.format.money(fee, 'TRX'))
      return renderFailure(
        complete(context),
        spent ? html`<dl class="summary bare">${spent}</dl>` : '',
      )
    },
  }
}

function explain(words: TronText, code: string, reason: string | undefined): string | null {
  if (code === 'tron_dropped') return reason === 'signature' ? words.droppedSignature : null
  if (code !== 'payment_reverted') return null
  return reason === 'OUT_OF_ENERGY' ? words.outOfEnergy : words.reverted
}
