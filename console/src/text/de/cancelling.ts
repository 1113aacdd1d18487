import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('de')

/** The German sentences about cancelling unpaid requests and links; part of {@link de}. */
export const cancelling: Text['cancelling'] = {
  link: 'Link stornieren',
  request: 'Zahlungsanforderung stornieren',
  title: (amount) => `${amount} nicht mehr anfordern?`,
  text: 'Zahler sehen sofort, dass storniert wurde, und Ihren Kontakt, falls Ihr Konto einen hat. Das lässt sich nicht rückgängig machen. Geld, das noch eingeht, wird als verspätet erfasst.',
  payout: {
    request: 'Auszahlung stornieren',
    title: (amount) => `Auszahlung von ${amount} stornieren?`,
    text: 'Die zahlende Wallet sieht sofort, dass storniert wurde, und kann nicht mehr zahlen. Das lässt sich nicht rückgängig machen.',
    done: 'Auszahlung storniert.',
  },
  waitingTogether: (count) =>
    plural(
      count,
      'Diese Auszahlung wartet zusammen mit 1 weiteren auf Genehmigung. Das Stornieren beendet die Genehmigung beider: Auch die andere kann dann nicht gezahlt werden und muss neu erstellt werden.',
      `Diese Auszahlung wartet zusammen mit ${count} weiteren auf Genehmigung. Das Stornieren beendet die Genehmigung aller: Auch die anderen können dann nicht gezahlt werden und müssen neu erstellt werden.`,
    ),
  keep: 'Offen lassen',
  done: 'Storniert. Kein Zahler kann mehr zahlen.',
  /** The sentences by the reason that the service returns, each with the next step. */
  refused: {
    paid: 'Eine Zahlung ist eingegangen; stornieren ist deshalb nicht mehr möglich. Vereinbaren Sie stattdessen eine Erstattung mit dem Zahler.',
    seen: 'Eine Zahlung ist auf der Blockchain und wird bestätigt. Warten Sie eine Minute: Sobald sie bestätigt ist, vereinbaren Sie eine Erstattung mit dem Zahler.',
    bridged:
      'Eine Zahlung aus einem anderen Netzwerk ist unterwegs. Warten Sie ihren Ausgang ab: Geht sie ein, vereinbaren Sie eine Erstattung; sonst stornieren Sie erneut.',
    sent: 'Ein Zahler hat vor weniger als einer Stunde eine Transaktion gemeldet. Geht sie ein, vereinbaren Sie eine Erstattung; sonst stornieren Sie in einer Stunde erneut.',
    attempt:
      'Ein Zahler zahlt gerade in einer Wallet. Stornieren Sie in einigen Minuten erneut, wenn der Versuch beendet ist. Er endet innerhalb einer Stunde.',
    scheduled:
      'Eine wiederkehrende Auszahlung bezahlt diese Zahlungsanforderung. Stornieren Sie die wiederkehrende Auszahlung unter „Auszahlungen“; dadurch wird auch die Zahlungsanforderung storniert.',
    batch:
      'Diese Zahlungsanforderung ist eine von mehreren in einem Link. Stornieren Sie den ganzen Link unter „Links“.',
  },
}
