/** Replaces `getTron` in worlds with only EVM chains. */
export function refuseTron(): never {
  throw new Error('There is no Tron here')
}
