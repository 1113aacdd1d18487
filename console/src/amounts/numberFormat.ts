/**
 * Creates a locale's number format. Some browsers return invalid locales, such as `en-US@posix`: the format is then English.
 */
export function numberFormat(
  locale: string,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale, options)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return new Intl.NumberFormat('en', options)
  }
}
