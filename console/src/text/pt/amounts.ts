import type { Text } from '../text.ts'

/** The Portuguese sentences for amount fields; part of {@link pt}. */
export const amounts: Text['amounts'] = {
  invalid: 'Digite um valor acima de 0 em algarismos, como 12,50.',
  ambiguous: (larger, smaller) => `Este valor é ambíguo. Escreva ${larger} ou ${smaller}.`,
  ambiguousWhole: (larger) =>
    `Este valor é ambíguo. Escreva ${larger} ou um valor com menos casas decimais.`,
  plainInFile:
    'Escreva-o sem separadores de milhar e com um ponto antes das casas decimais: 1250.00.',
  tooManyDecimals: (decimals) =>
    decimals === 0
      ? 'Esta moeda não tem casas decimais.'
      : decimals === 1
        ? 'No máximo 1 casa decimal.'
        : `No máximo ${decimals} casas decimais.`,
  otherCurrency: (mark, symbol) => `A moeda aqui é ${symbol}. Escreva o valor sem “${mark}”.`,
  tooLarge: 'No máximo 30 algarismos antes das casas decimais.',
  currency: (symbol) => `Em ${symbol}`,
  reading: (amount) => `Lido como ${amount}`,
}
