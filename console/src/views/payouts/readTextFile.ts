import type { Text } from '../../text/text.ts'

/** The maximum size in bytes, far more than 200 payouts require. */
const MAX_BYTES = 1_000_000

/**
 * Reads a file's UTF-8 text. Returns an error if the file is too large or not text, such as a spreadsheet's native format.
 */
export async function readTextFile(file: Blob, text: Text): Promise<{ text: string } | string> {
  if (file.size > MAX_BYTES) return text.payouts.file.tooLarge
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return content.includes('\0') ? text.payouts.file.notText : { text: content }
  } catch {
    return text.payouts.file.notText
  }
}
