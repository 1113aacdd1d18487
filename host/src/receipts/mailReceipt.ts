import type { CustomerInfo } from '@secure-payment/core/api'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import { elementWords } from '../hostedPage/elementWords.ts'
import { PAGE_LANGUAGES, type PageLanguage } from '../http/pageWords.ts'
import { isMailAddress, type MailParts } from '../mail/mailMessage.ts'
import { queueMail } from '../mail/queueMail.ts'
import { quoteText } from '../notices/quoteText.ts'
import { composeReceipt } from './composeReceipt.ts'
import type { Receipt } from './readReceipt.ts'
import { receiptWords } from './words/receiptWords.ts'

/** The maximum number of receipts that a merchant's payments send in 24 hours; notices and links have a separate limit. */
export const MAX_RECEIPTS_A_DAY = 2_000

const selectCustomers = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .innerJoin('secure_payments', 'secure_payments.token', 'requests.secure_payment_token')
    .select(['requests.customer_info', 'secure_payments.payer_language'])
    .where('secure_payments.token', '=', TEXT)
    .orderBy('requests.item_index')
    .compile(),
)

/** The payer's address, as the merchant stated it, and the language of the payment's first page. */
export type Addressee = { email: string; language: PageLanguage }

/** Finds the payer who gets a payment's receipt; null if the merchant stated no usable address. */
export async function findAddressee(
  { db }: Pick<Context, 'db'>,
  token: string,
): Promise<Addressee | null> {
  const rows = await selectCustomers(db, token)
  const email = rows.flatMap(({ customer_info }) => readEmail(customer_info) ?? []).at(0)
  if (email === undefined || !isMailAddress(email)) return null
  const language = PAGE_LANGUAGES.find((one) => one === rows[0]?.payer_language)
  return { email, language: language ?? 'en' }
}

function readEmail(column: string | null): string | undefined {
  if (column === null) return undefined
  // The host's own JSON, which `writeCustomer` wrote.
  const { email }: CustomerInfo = JSON.parse(column)
  return email
}

/**
 * Writes the e-mail with a receipt's address to the outbox. `cause` identifies the e-mail; of several with the same cause, one is sent.
 */
export async function queueReceipt(
  tx: Tx,
  context: Pick<Context, 'now' | 'random' | 'sealer'>,
  { receipt, to, cause }: { receipt: Receipt; to: Addressee; cause: string | null },
): ReturnType<typeof queueMail> {
  const { tenant_id: tenantId, token } = receipt.stored.securePayment
  const parts = writeReceiptMail(receipt, to)
  return queueMail(tx, context, parts, {
    tenantId,
    cause,
    limit: MAX_RECEIPTS_A_DAY,
    receiptToken: token,
  })
}

/** The merchant's words are quoted, so that none of them becomes a link. */
function writeReceiptMail(receipt: Receipt, { email, language }: Addressee): MailParts {
  const words = receiptWords[language]
  const { reference, merchant } = receipt.payment
  const document = composeReceipt(receipt, { language, timeZone: 'UTC' })
  const name = merchant.name === null ? null : quoteText(merchant.name)
  const { title } = document.order
  const facts = [
    ...(name === null ? [] : [name]),
    ...(title === null ? [] : [quoteText(title)]),
    `${words.total}: ${document.amount}`,
    ...(reference === null ? [] : [`${elementWords[language].reference}: ${quoteText(reference)}`]),
  ]
  return {
    to: email,
    subject: name === null ? words.mail.subjectPlain : words.mail.subject(name),
    language,
    paragraphs: [
      words.mail.confirmed,
      facts.join('\n'),
      { text: words.mail.view, url: `${document.url}?lang=${language}` },
      words.mail.automatic,
    ],
  }
}
