import type { ReceiptWords } from './words.ts'

/** Dutch. */
export const nl: ReceiptWords = {
  title: 'Betaalbewijs',
  states: {
    paid: 'Betaald',
    confirming: 'Wordt bevestigd',
    onWay: 'Onderweg',
    partlyPaid: 'Deels betaald',
    refunded: 'Terugbetaald',
    partlyRefunded: 'Deels terugbetaald',
    cancelled: 'Geannuleerd',
    withdrawn: 'Niet betaald',
  },
  notes: {
    confirming: 'Het netwerk bevestigt de betaling. U hoeft niets meer te doen.',
    onWay:
      'Een bridge brengt de betaling naar het netwerk van de verkoper. Betaal niet nog een keer.',
    withdrawn: 'Het netwerk heeft de betaling verwijderd, zodat ze niet meer telt.',
  },
  paidTo: 'Betaald aan',
  amount: 'Bedrag',
  subtotal: 'Subtotaal',
  tax: 'Btw',
  fee: (rate) => `Kosten (${rate})`,
  total: 'Totaal',
  paidSoFar: 'Tot nu toe betaald',
  stillDue: 'Nog te betalen',
  worth: 'Waarde bij betaling',
  payments: 'Betalingen',
  details: 'Details',
  refunds: 'Terugbetalingen',
  paidWith: 'Betaald met',
  network: 'Netwerk',
  networkFee: 'Netwerkkosten',
  date: 'Datum',
  transaction: 'Transactie',
  arrival: 'Aankomst',
  bridgeKept: 'Ingehouden door de bridge',
  reference: 'Referentie',
  paymentId: 'Betalings-ID',
  paymentReference: 'Referentie op de blockchain',
  transfer: {
    tracking: 'Onderweg over de bridge',
    failed: 'De bridge kon de betaling niet afleveren',
    refunded: 'De bridge heeft de betaling teruggestuurd',
    unanswered: 'De bridge heeft de aankomst nog niet gemeld',
  },
  downloadPdf: 'PDF downloaden',
  print: 'Afdrukken',
  busy: 'Vanuit uw netwerk worden te veel betaalbewijzen geopend. Laad deze pagina over een minuut opnieuw.',
  printInstead:
    'Van dit betaalbewijs kan geen pdf worden gemaakt. Druk deze pagina af en kies ‘Opslaan als pdf’.',
  page: (number, count) => `Pagina ${number} van ${count}`,
  none: {
    title: 'Hier is geen betaalbewijs',
    text: 'Voor dit adres is nog geen betaling gevonden, of het adres is onvolledig.',
    open: 'Betaalpagina openen',
  },
  mail: {
    subject: (merchant) => `Uw betaalbewijs van ${merchant}`,
    subjectPlain: 'Uw betaalbewijs',
    confirmed: 'Uw betaling is bevestigd.',
    view: 'Hier is uw betaalbewijs, om als pdf op te slaan of af te drukken:',
    automatic:
      'Deze e-mail is automatisch verzonden, omdat de verkoper betaalbewijzen per e-mail stuurt.',
  },
}
