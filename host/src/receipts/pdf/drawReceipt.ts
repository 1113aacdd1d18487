import type { ReceiptDocument, ReceiptRow } from '../receiptDocument.ts'
import { receiptWords } from '../words/receiptWords.ts'
import type { Fonts } from './fonts.ts'
import { type Column, INK, MUTED, Sheet } from './Sheet.ts'

const LABEL_WIDTH = 150
const GAP = 12
const LOGO = 40
const TEXT = 9.5
const CODE = 8.6

const STATE_COLOURS: Readonly<Record<ReceiptDocument['state']['code'], string>> = {
  paid: '#0a7a43',
  confirming: '#8a5300',
  onWay: '#8a5300',
  partlyPaid: '#8a5300',
  refunded: '#17223f',
  partlyRefunded: '#17223f',
  cancelled: '#b3261e',
  withdrawn: '#b3261e',
}

/**
 * Draws a receipt on A4 paper. The same receipt, logo and fonts give the same bytes.
 *
 * @throws MissingGlyphError; TooLongError
 */
export async function drawReceipt(
  receipt: ReceiptDocument,
  logo: Uint8Array | null,
  fonts: Fonts,
): Promise<Buffer> {
  const { title, language, isRightToLeft, sections, sums } = receipt
  const sheet = new Sheet({ title, language, isRightToLeft, date: dateOf(receipt) }, fonts)
  drawHeader(sheet, receipt, logo)
  drawLead(sheet, receipt)
  drawOrder(sheet, receipt)
  for (const row of sums) drawSum(sheet, row)
  for (const { heading, groups } of sections) {
    sheet.y += 16
    sheet.ensure(60)
    sheet.y += sheet.write(heading, whole(sheet), { size: 11.5, isBold: true })
    for (const rows of groups) {
      sheet.y += 5
      sheet.rule()
      sheet.y += 5
      for (const row of rows) drawRow(sheet, row)
    }
  }
  drawContacts(sheet, receipt)
  sheet.footer(receiptWords[language].page, receipt.url)
  return sheet.end()
}

/** Returns the newest time in the receipt. */
function dateOf({ sections }: ReceiptDocument): Date {
  const times = sections.flatMap(({ groups }) => groups.flat().map(({ time }) => time))
  return new Date(Math.max(0, ...times.map((time) => (time === null ? 0 : Date.parse(time)))))
}

function whole(sheet: Sheet): Column {
  return { start: 0, width: sheet.width }
}

function drawHeader(sheet: Sheet, receipt: ReceiptDocument, logo: Uint8Array | null): void {
  const { name, domain } = receipt.merchant
  const hasLogo = logo !== null && drawLogo(sheet, logo)
  const start = hasLogo ? LOGO + GAP : 0
  const column = { start, width: sheet.width - start - 130 }
  let y = sheet.y
  if (name !== null) y += sheet.write(name, column, { size: 13, isBold: true, isIsolated: true }, y)
  if (domain !== null) {
    y += sheet.write(domain, column, { size: 9, colour: MUTED, isIsolated: true }, y)
  }
  if (receipt.testNetwork !== null) {
    const end = { start: sheet.width - 120, width: 120 }
    sheet.write(receipt.testNetwork, end, { size: 9, colour: '#8a5300', align: 'end' })
  }
  sheet.y = Math.max(y, hasLogo ? sheet.y + LOGO : sheet.y) + 22
}

/** Draws the logo, and returns whether the library can read it; the receipt is complete without one. */
function drawLogo(sheet: Sheet, logo: Uint8Array): boolean {
  try {
    const x = sheet.left({ start: 0, width: LOGO })
    sheet.pdf.image(Buffer.from(logo), x, sheet.y, { fit: [LOGO, LOGO], align: 'center' })
    return true
  } catch {
    return false
  }
}

function drawLead(sheet: Sheet, { title, amount, state, note }: ReceiptDocument): void {
  sheet.y += sheet.write(title, whole(sheet), { size: 10, colour: MUTED })
  sheet.y += sheet.write(amount, whole(sheet), { size: 24, isBold: true, isIsolated: true })
  const colour = STATE_COLOURS[state.code]
  sheet.y += sheet.write(state.text, whole(sheet), { size: 10, isBold: true, colour })
  if (note !== null) sheet.y += sheet.write(note, whole(sheet), { size: TEXT })
  sheet.y += 14
}

function drawOrder(sheet: Sheet, { order: { title, texts, lines } }: ReceiptDocument): void {
  const isolated = { size: TEXT, isIsolated: true }
  if (title !== null) {
    sheet.y += sheet.write(title, whole(sheet), { ...isolated, size: 11.5, isBold: true })
  }
  for (const text of texts) drawLong(sheet, text)
  if (lines.length > 0) sheet.y += 6
  const end = { start: sheet.width - 140, width: 140 }
  const start = { start: 0, width: sheet.width - 140 - GAP }
  for (const { name, detail, total } of lines) {
    const named = sheet.layOut(name, start, isolated).height
    const height = Math.max(
      named + sheet.layOut(detail, start, { size: 8.5 }).height,
      sheet.layOut(total, end, isolated).height,
    )
    sheet.ensure(height + 8)
    sheet.rule()
    sheet.y += 4
    sheet.write(total, end, { ...isolated, align: 'end' })
    sheet.write(name, start, isolated)
    sheet.write(detail, start, { size: 8.5, colour: MUTED }, sheet.y + named)
    sheet.y += height + 4
  }
  if (lines.length > 0) {
    sheet.rule()
    sheet.y += 4
  }
}

/** Writes a text that may be longer than a page. */
function drawLong(sheet: Sheet, text: string): void {
  const style = { size: TEXT, isIsolated: true }
  for (const line of sheet.layOut(text, whole(sheet), style).lines) {
    sheet.ensure(TEXT * 2)
    sheet.y += sheet.write(line, whole(sheet), style)
  }
}

function drawSum(sheet: Sheet, { label, value, isStrong }: ReceiptRow): void {
  const end = { start: sheet.width - 220, width: 220 }
  const start = { start: 0, width: sheet.width - 220 - GAP }
  const style = { size: TEXT, isBold: isStrong, colour: isStrong ? INK : MUTED }
  sheet.ensure(TEXT * 2)
  const height = sheet.write(label, start, style)
  const other = sheet.write(value, end, { ...style, colour: INK, align: 'end', isIsolated: true })
  sheet.y += Math.max(height, other) + 2
}

function drawRow(sheet: Sheet, { label, value, href, isCode }: ReceiptRow): void {
  const start = { start: 0, width: LABEL_WIDTH }
  const rest = { start: LABEL_WIDTH + GAP, width: sheet.width - LABEL_WIDTH - GAP }
  const labelled = sheet.layOut(label, start, { size: TEXT })
  const style = { size: isCode ? CODE : TEXT, isIsolated: true }
  const valued = sheet.layOut(value, rest, style)
  const height = Math.max(labelled.height, valued.height)
  sheet.ensure(height)
  sheet.write(label, start, { size: TEXT, colour: MUTED })
  sheet.write(value, rest, style)
  if (href !== null) sheet.link(rest, sheet.y, { height: valued.height, url: href })
  sheet.y += height + 1
}

function drawContacts(sheet: Sheet, { merchant: { contacts } }: ReceiptDocument): void {
  sheet.y += 16
  for (const { label, url } of contacts) {
    const address = url.replace(/^mailto:/, '')
    const text = label === address ? address : `${label}: \u2068${address}\u2069`
    const style = { size: TEXT, colour: MUTED }
    sheet.ensure(sheet.layOut(text, whole(sheet), style).height)
    const height = sheet.write(text, whole(sheet), style)
    sheet.link(whole(sheet), sheet.y, { height, url })
    sheet.y += height
  }
}
