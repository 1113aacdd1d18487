import type { Text } from '../text.ts'

/** The Spanish sentences for amount fields; part of {@link es}. */
export const amounts: Text['amounts'] = {
  invalid: 'Ingrese un importe mayor que 0 en cifras, como 12.50.',
  ambiguous: (larger, smaller) => `Este importe es ambiguo. Escriba ${larger} o ${smaller}.`,
  ambiguousWhole: (larger) =>
    `Este importe es ambiguo. Escriba ${larger} o un importe con menos decimales.`,
  plainInFile: 'Escríbalo sin separador de miles y con un punto antes de los decimales: 1250.00.',
  tooManyDecimals: (decimals) =>
    decimals === 0
      ? 'Esta moneda no tiene decimales.'
      : decimals === 1
        ? 'Como máximo, 1 decimal.'
        : `Como máximo, ${decimals} decimales.`,
  otherCurrency: (mark, symbol) => `La moneda aquí es ${symbol}. Escriba el importe sin «${mark}».`,
  tooLarge: 'Como máximo, 30 cifras antes de los decimales.',
  currency: (symbol) => `En ${symbol}`,
  reading: (amount) => `Se lee como ${amount}`,
}
