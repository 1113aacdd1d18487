import PDFDocument from 'pdfkit'
import { afterEach, expect, it, vi } from 'vitest'
import { FONT_FOLDER } from '../../folders.ts'
import { type ReceiptDocument, rowOf } from '../receiptDocument.ts'
import { drawReceipt } from './drawReceipt.ts'
import { openFonts } from './fonts.ts'

/** The lowest baseline above the footer of an A4 page, in points. */
const LOWEST = 841.89 - 48 - 28

const RECEIPT: ReceiptDocument = {
  language: 'en',
  isRightToLeft: false,
  title: 'Receipt',
  state: { code: 'paid', text: 'Paid' },
  note: null,
  merchant: { name: 'Shop', domain: null, logo: null, contacts: [] },
  testNetwork: null,
  amount: '$25.00',
  order: { title: null, texts: [], lines: [] },
  sums: [],
  sections: [],
  url: 'https://pay.test/receipts/01',
}

afterEach(() => vi.restoreAllMocks())

/** Draws a receipt, and returns its texts with their baselines, in order, without the footers. */
async function draw(receipt: Partial<ReceiptDocument>) {
  const text = vi.spyOn(PDFDocument.prototype, 'text')
  await drawReceipt({ ...RECEIPT, ...receipt }, null, openFonts(FONT_FOLDER, 'en'))
  const all = text.mock.calls.map(([written, , y]) => ({ text: String(written), y: Number(y) }))
  const footer = all.findIndex(({ text: written }) => written.startsWith('https://pay.test/'))
  return all.slice(0, footer)
}

it.each([33, 36, 39, 42])('after %i rows, a long contact stays above the footer', async (rows) => {
  const filler = Array.from({ length: rows }, (_, index) => rowOf(`Row ${index}`, 'x'))
  const url = `https://shop.test/${'a'.repeat(2000)}`
  const drawn = await draw({
    sections: [{ heading: 'Details', groups: [filler] }],
    merchant: { ...RECEIPT.merchant, contacts: [{ label: 'Contact', url }] },
  })
  expect(drawn.some(({ text }) => text.includes('shop.test'))).toBe(true)
  expect(drawn.filter(({ y }) => y > LOWEST)).toEqual([])
})

it('the next line of an order begins below a total of several lines', async () => {
  const total = `$${'9'.repeat(150)}`
  const lines = [
    { name: 'First', detail: '1 × $1', total },
    { name: 'Second', detail: '1 × $1', total: '$1' },
  ]
  const drawn = await draw({ order: { title: null, texts: [], lines } })
  const second = drawn.find(({ text }) => text.startsWith('Second'))
  const nines = drawn.filter(({ text }) => text.includes('999'))
  expect(nines.length).toBeGreaterThan(3)
  expect(second?.y).toBeGreaterThan(Math.max(...nines.map(({ y }) => y)))
})
