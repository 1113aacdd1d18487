import type { Text } from '../text.ts'

/** The German sentences for a fee and its preview; part of {@link de}. */
export const fees: Text['fees'] = {
  bearer: 'Wer die Gebühr trägt',
  bearers: {
    call: 'Wen die Zahlung nennt, sonst der Zahler',
    payer: 'Der Zahler, zusätzlich zum Betrag',
    payee: 'Der Empfänger, aus dem Betrag',
  },
  preview: 'Vorschau der Gebühr',
  of: (amount) => `Für eine Zahlung von ${amount}, in US-Dollar zum heutigen Kurs`,
  payerPays: 'Der Zahler zahlt',
  payeeReceives: 'Der Empfänger erhält',
  fee: 'Gebühr',
  incomplete: 'Geben Sie Prozentsatz und Adresse ein, um zu sehen, wer wie viel zahlt und erhält.',
  loading: 'Wird berechnet …',
  unpriced:
    'Keine Vorschau: Für diese Währung ist zurzeit kein Kurs bekannt. Die Gebühr selbst ist in der Währung der Zahlung exakt.',
  addressInvalid: 'Geben Sie die Adresse einer Wallet im Netzwerk der Zahlung ein.',
  retry: 'Erneut versuchen',
}
