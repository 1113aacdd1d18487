import type { Text } from '../text.ts'

/** The German sentences for amount fields; part of {@link de}. */
export const amounts: Text['amounts'] = {
  invalid: 'Geben Sie einen Betrag über 0 in Ziffern ein, etwa 12,50.',
  ambiguous: (larger, smaller) =>
    `Dieser Betrag ist nicht eindeutig. Schreiben Sie ${larger} oder ${smaller}.`,
  ambiguousWhole: (larger) =>
    `Dieser Betrag ist nicht eindeutig. Schreiben Sie ${larger} oder einen Betrag mit weniger Nachkommastellen.`,
  plainInFile:
    'Schreiben Sie ihn ohne Tausendertrennzeichen und mit einem Punkt vor den Nachkommastellen: 1250.00.',
  tooManyDecimals: (decimals) =>
    decimals === 0
      ? 'Diese Währung hat keine Nachkommastellen.'
      : decimals === 1
        ? 'Höchstens 1 Nachkommastelle.'
        : `Höchstens ${decimals} Nachkommastellen.`,
  otherCurrency: (mark, symbol) =>
    `Die Währung ist hier ${symbol}. Schreiben Sie den Betrag ohne „${mark}“.`,
  tooLarge: 'Höchstens 30 Ziffern vor dem Komma.',
  currency: (symbol) => `In ${symbol}`,
  reading: (amount) => `Gelesen als ${amount}`,
}
