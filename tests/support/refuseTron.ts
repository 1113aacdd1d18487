/** Stands for `getTron` in worlds of EVM chains alone. */
export function refuseTron(): never {
  throw new Error('There is no Tron here')
}
