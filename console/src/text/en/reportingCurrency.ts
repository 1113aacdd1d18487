/** The English sentences for choosing the reporting currency; part of {@link en}. */
export const reportingCurrency = {
  title: 'Reporting currency',
  lead: 'Home, the payments and their CSV show values in this currency, at the rates at the time of each payment.',
  field: 'Currency',
  hint: 'Applies at once to all payments. Payments without a known value in it are counted separately. Approval limits stay in US dollars.',
  choice: (code: string, name: string) => `${code} · ${name}`,
  save: 'Save currency',
  saved: (code: string) => `Reporting currency: ${code}.`,
  restricted: 'Owners and admins can change it.',
}
