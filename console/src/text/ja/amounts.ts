import type { Text } from '../text.ts'

/** The Japanese sentences for amount fields; part of {@link ja}. */
export const amounts: Text['amounts'] = {
  invalid: '0 より大きい金額を数字で入力してください（例：12.50）。',
  ambiguous: (larger, smaller) =>
    `この金額は 2 通りに読めます。${larger} または ${smaller} と入力してください。`,
  ambiguousWhole: (larger) =>
    `この金額は 2 通りに読めます。${larger}、または小数の桁数がより少ない金額を入力してください。`,
  plainInFile: '桁区切りを使わず、小数点にはピリオドを使ってください（例：1250.00）。',
  tooManyDecimals: (decimals) =>
    decimals === 0
      ? 'この通貨では小数を使えません。'
      : `小数点以下は ${decimals} 桁まで入力できます。`,
  otherCurrency: (mark, symbol) =>
    `ここでの通貨は ${symbol} です。「${mark}」を付けずに金額を入力してください。`,
  tooLarge: '整数部分は 30 桁まで入力できます。',
  currency: (symbol) => `通貨：${symbol}`,
  reading: (amount) => `${amount} として読み取り`,
}
