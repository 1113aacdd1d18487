import type { Text } from '../text.ts'

/** The French sentences for amount fields; part of {@link fr}. */
export const amounts: Text['amounts'] = {
  invalid: 'Saisissez un montant supérieur à 0 en chiffres, par exemple 12,50.',
  ambiguous: (larger, smaller) => `Ce montant est ambigu. Écrivez ${larger} ou ${smaller}.`,
  ambiguousWhole: (larger) =>
    `Ce montant est ambigu. Écrivez ${larger} ou un montant avec moins de décimales.`,
  plainInFile: 'Écrivez-le sans séparateur de milliers et avec un point décimal : 1250.00.',
  tooManyDecimals: (decimals) =>
    decimals === 0
      ? 'Cette devise n’a pas de décimales.'
      : decimals === 1
        ? `${decimals} décimale au maximum.`
        : `${decimals} décimales au maximum.`,
  otherCurrency: (mark, symbol) =>
    `La devise est ici ${symbol}. Écrivez le montant sans «\u00a0${mark}\u00a0».`,
  tooLarge: '30 chiffres au maximum avant la virgule.',
  currency: (symbol) => `En ${symbol}`,
  reading: (amount) => `Compris comme ${amount}`,
}
