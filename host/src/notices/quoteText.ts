const MAX_CHARACTERS = 100

/**
 * Quotes text from a merchant or customer for an e-mail, on one line and shortened. The result contains nothing that a mail program would
 * turn into a link, and no quotation mark that ends the quotation. The quoted characters are never markup or a header.
 */
export function quoteText(text: string): string {
  const line = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/:\/\//g, '[:]//')
    .replace(/\.(?=[\p{L}\p{N}])/gu, '[.]')
    .replace(/@/g, '[at]')
    .replace(/[“”]/g, '"')
    .trim()
  const characters = [...line]
  const shown = characters.slice(0, MAX_CHARACTERS).join('')
  return `“${shown}${characters.length > MAX_CHARACTERS ? '…' : ''}”`
}
