import { createPlural } from '../createPlural.ts'

const plural = createPlural('en')

/** The English sentences for the payout screens; part of {@link en}. */
export const payouts = {
  title: 'Payouts',
  lead: 'Pay people from your own wallet: one by one, from a file, or on a schedule.',
  tabs: {
    label: 'Kinds of payouts',
    byHand: 'By hand',
    file: 'From a file',
    schedules: 'Recurring',
    list: 'All payouts',
    combined: 'Combined',
  },
  home: {
    unpaid: (count: number, written: string) =>
      plural(count, '1 payout link waits for payment', `${written} payout links wait for payment`),
    unpaidText: 'No money has moved yet. Open a link to pay or cancel it.',
  },
  list: {
    title: 'All payouts',
    lead: 'Single payouts, from links, batches, the API and schedules: who got what, when, and in which transaction.',
    table: 'Payouts, newest first',
    filter: 'Status',
    all: 'All',
    recipient: 'Recipient',
    created: 'Created',
    transaction: 'Transaction',
    noTransaction: 'None yet',
    open: (name: string) => `Open the payout to ${name}`,
    more: 'More payouts',
    count: (count: number, written: string) => plural(count, '1 payout', `${written} payouts`),
    empty: 'No payouts yet',
    emptyText: 'Create one by hand or from a file. It appears here as soon as it exists.',
    emptyFilter: 'No payout has this status.',
    status: {
      created: 'Not paid',
      processing: 'Being confirmed',
      partially_paid: 'Part paid',
      paid: 'Paid',
      failed: 'Failed',
      refunded: 'Refunded',
      invalidated: 'Cancelled',
    },
  },
  form: 'New payout',
  formHint:
    'Nothing is paid yet: you get a link, and the person who opens it pays from their wallet.',
  network: 'Network',
  networkHint: 'All payouts in a link go out on one network, in one transaction.',
  number: (number: number) => `Payout ${number}`,
  recipient: 'Recipient',
  recipientHint: 'The wallet that receives the money. Check it twice: payments cannot be reversed.',
  recipientInvalid: (network: string) =>
    `Enter the complete address of a wallet on ${network}. If it has mixed case, the case must be right.`,
  recipientNobody: 'No one owns this address: money sent there is lost.',
  recipientToken: (symbol: string) =>
    `This is the contract of ${symbol}, not a wallet: money sent there is lost.`,
  currency: 'Currency',
  currencyUnknown: (name: string, network: string) => `“${name}” is not a currency on ${network}.`,
  currencyElsewhere: (name: string, its: string, network: string) =>
    `“${name}” is on ${its}; this link pays on ${network}.`,
  currencyAmbiguous: (name: string) =>
    `“${name}” names more than one currency. Write its id, such as USDC-base.`,
  amount: 'Amount',
  reference: 'Reference',
  referenceHint: 'Such as an invoice number. The webhook includes it.',
  recipientId: 'Your ID for the recipient',
  recipientIdHint: 'Such as a payroll number.',
  tooLong: 'Use at most 255 characters.',
  add: 'Add a recipient',
  remove: 'Remove',
  full: (most: number) => `A link pays up to ${most} recipients.`,
  create: (count: number) =>
    plural(count, 'Create payout link', `Create one link for ${count} payouts`),
  created: 'Payout link created.',
  totals: 'Total',
  totalsWithout: (count: number, rows: string) =>
    `Total, without ${plural(count, 'row', 'rows')} ${rows}`,
  recipients: (count: number) => plural(count, 'to 1 recipient', `in ${count} payouts`),
  duplicates: 'The same recipient receives the same amount more than once',
  duplicatesText: 'Check that this is intended.',
  duplicate: (rows: string, amount: string) => `Rows ${rows}: ${amount}`,
  noNetworks: 'This service has no network for payouts.',
  file: {
    title: 'Payouts from a file',
    lead: 'Pay everyone in a spreadsheet from your own wallet, with one link.',
    choose: 'Choose a CSV file',
    drop: 'or drop it here',
    dropping: 'Drop the file',
    hint: (most: number) =>
      `Up to ${most} rows on one network. The file is read in this page; nothing is sent until you have reviewed it.`,
    template: 'Download the template',
    other: 'Choose another file',
    columns:
      'The first row names the columns: recipient, currency, amount, and optionally reference and recipient_id.',
    read: (name: string) => `“${name}” was read.`,
    rows: (count: number) => plural(count, '1 payout', `${count} payouts`),
    tooLarge: 'This file is larger than 1 MB. A list of 200 payouts is much smaller.',
    notText:
      'This file is not UTF-8 text. Save the spreadsheet as “CSV UTF-8” and choose that file.',
    empty:
      'This file has no payouts: it needs a first row with titles, and a row for each payout below it.',
    missing: (count: number, columns: string) =>
      plural(
        count,
        `The column ${columns} is missing. The first row names the columns.`,
        `The columns ${columns} are missing. The first row names the columns.`,
      ),
    twice: (column: string) => `The column “${column}” appears twice.`,
    tooMany: (count: number, most: number) =>
      `This file has ${count} payouts; a link pays up to ${most}. Split the file.`,
    longRow: (row: number) => `Row ${row} has more cells than the first row has titles.`,
    fault: {
      unclosed_quote: (row: number) => `Row ${row}: a quote (") is opened and never closed.`,
      text_after_quote: (row: number) =>
        `Row ${row}: text follows a quoted cell. Double each quote that belongs to the text.`,
      quote_in_text: (row: number) =>
        `Row ${row}: a quote (") appears in a cell that does not begin with one.`,
    },
    ignored: (titles: string) => `Not used: ${titles}.`,
    wrong: (count: number) =>
      plural(count, '1 cell must be corrected', `${count} cells must be corrected`),
    wrongText: 'Correct them in the sheet and choose the file again. Nothing was sent.',
    cell: (row: number, column: string) => `Row ${row}, ${column}`,
    row: 'Row',
    preview: 'What will be paid',
    sheet: 'Rows of the file',
    fine: 'Every row can be paid.',
  },
  combined: {
    title: 'Combined links',
    lead: 'Links that pay several payout links together, in one transaction.',
    kind: 'Kind',
    kinds: {
      batch: 'Batch: the earlier links end',
      multicall: 'Multicall: the earlier links end, and their tokens stay listed',
    },
    table: 'Combined links, newest first',
    more: 'More combined links',
    empty: 'No combined links',
    emptyText: 'Your servers combine payout links with the API. Their links appear here.',
    emptyFilter: 'No combined link has this status.',
    rest: (count: number) => plural(count, '1 more recipient', `${count} more recipients`),
  },
  made: {
    title: 'Payout links',
    forget: 'Forget the names in this browser',
    more: 'More payout links',
    combined: 'Part of a combined payout',
    openCombined: 'Open the combined payout',
    to: (recipient: string) => `to ${recipient}`,
  },
  link: {
    cancelTitle: 'Cancel this payout link?',
    cancelText:
      'The paying wallet sees at once that it is cancelled, and can no longer pay it. This cannot be undone.',
    cancelled: 'Payout link cancelled.',
    title: 'Payout link',
    open: 'Open the payout link',
    back: 'New payout',
    status: {
      pending: 'Not paid yet',
      completed: 'Paid',
      expired: 'Expired',
      invalidated: 'Cancelled',
    },
    confirming: 'A payment is being confirmed.',
    payNow: 'Pay now',
    payHint: 'Opens the payment page. Pay there with the wallet that holds the money.',
    url: 'Link',
    urlHint: 'Send it to the payer. Anyone with the link can see what is paid, and pay it.',
    created: 'Created',
    expires: 'Can be paid until',
    recipients: 'Recipients',
    paidSoFar: 'Paid so far',
    remembered:
      'The payouts of this link cannot be read now. The list shows the entries from this browser; the payment page shows the actual payouts.',
    unread: 'The payouts of this link cannot be shown now. The payment page shows them.',
    paid: 'Paid. Everyone on the list has received their money.',
    over: 'This link can no longer be paid. Create a new link.',
    refresh: 'Refresh',
    transaction: 'Transaction',
  },
}
