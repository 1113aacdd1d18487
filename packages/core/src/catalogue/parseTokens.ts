/** A line in the catalogue: the currency id is `<idPart>-<network>`. */
export type TokenLine = {
  idPart: string
  symbol: string
  decimals: number
  address: string
  name: string
}

/** Parses the catalogue's lines for a network. */
export function parseTokens(lines: string): readonly TokenLine[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [idPart = '', symbol = '', decimals = '', address = '', ...name] = line.split(' ')
      return { idPart, symbol, decimals: Number(decimals), address, name: name.join(' ') }
    })
}
