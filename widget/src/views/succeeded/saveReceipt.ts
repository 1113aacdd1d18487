import type { Receipt } from './createReceipt.ts'

/** Downloads the receipt as a JSON file. */
export function saveReceipt(receipt: Receipt): void {
  const blob = new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `receipt-${receipt.token}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
}
