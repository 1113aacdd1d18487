/** Replaces `getTron` in worlds that have only EVM chains. */
export function refuseTron(): never {
  throw new Error('There is no Tron here')
}
