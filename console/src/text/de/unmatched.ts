import type { Text } from '../text.ts'

/** The German sentences for the unmatched payments screen; part of {@link de}. */
export const unmatched: Text['unmatched'] = {
  title: 'Nicht zugeordnete Zahlungen',
  lead: 'Geld auf der Blockchain, das zu keiner Ihrer Zahlungsanforderungen passt: Es hat das falsche Token, das falsche Netzwerk oder eine unbekannte Referenz.',
  refresh: 'Aktualisieren',
  search: 'Zahlung suchen',
  searchHint: 'Ein Hash, eine Anforderungs-ID, eine Zahlungsreferenz oder Ihre eigene Referenz.',
  find: 'Suchen',
  clear: 'Suche zurücksetzen',
  scope: 'Anzeigen',
  scopes: { notable: 'Relevante', all: 'Alle, auch Dust' },
  scopeHint:
    'Dust ist weniger als 0,10 $ wert, besteht aus einem Token, das dieser Dienst nicht führt, oder ging an eine Wallet, die nicht Ihnen gehört. Eine Suche findet Dust immer.',
  empty: 'Alles ist zugeordnet',
  emptyText:
    'Zahlungen, die keiner Zahlungsanforderung zugeordnet sind, erscheinen hier mit dem Grund.',
  emptySearch: 'Keine nicht zugeordnete Zahlung gefunden',
  emptySearchText:
    'Zahlungen, die einer Zahlungsanforderung zugeordnet sind, stehen hier nicht. Prüfen Sie Ihre Eingabe.',
  more: 'Weitere Zahlungen',
  unlisted: 'Nicht geführtes Token',
  worth: (amount) => `Gegenwert ${amount}`,
  dust: 'Dust',
  claimed: 'Einer Zahlungsanforderung zugeordnet',
  transaction: (hash) => `Transaktion ${hash}`,
  from: 'Gesendet von',
  to: 'Eingegangen bei',
  paymentReference: 'Zahlungsreferenz',
  token: 'Vertrag des Tokens',
  units: 'Basiseinheiten',
  request: 'Zahlungsanforderung',
  claimedFor: 'Zugeordnet zu',
  reference: (reference) => `Ihre Referenz: ${reference}`,
  claim: 'Einer Zahlungsanforderung zuordnen',
  claimTitle: (amount) => `${amount} einer Zahlungsanforderung zuordnen`,
  claimText:
    'Erstellen Sie nach der Wiederherstellung der Datenbank aus einer Sicherung die verlorene Zahlungsanforderung neu und geben Sie ihre ID ein. Empfänger, Token, Gebühr und Betrag müssen genau mit der Zahlung übereinstimmen, und die Zahlungsanforderung muss unbezahlt sein. Der Dienst liest die Zahlung erneut von der Blockchain.',
  requestId: 'Anforderungs-ID',
  requestIdHint: '66 Buchstaben und Ziffern, beginnend mit 01.',
  requestIdInvalid:
    'Geben Sie eine Anforderungs-ID ein: 66 Buchstaben und Ziffern, beginnend mit 01.',
  claimConfirm: 'Zuordnen',
  claimDone: 'Die Zahlung ist jetzt der Zahlungsanforderung zugeordnet.',
  reasons: {
    unknown_reference: {
      label: 'Unbekannte Referenz',
      text: 'Keine Zahlungsanforderung hat diese Referenz. Vielleicht ging sie bei einer Wiederherstellung verloren: Erstellen Sie sie neu und ordnen Sie ihr dann die Zahlung zu.',
    },
    wrong_token: {
      label: 'Anderes Token',
      text: 'Der Zahler hat ein anderes Token gesendet, als die Zahlungsanforderung verlangt. Vereinbaren Sie mit ihm eine Erstattung oder einen Umtausch.',
    },
    wrong_network: {
      label: 'Anderes Netzwerk',
      text: 'Der Zahler hat in einem anderen Netzwerk gezahlt, als die Zahlungsanforderung verlangt. Vereinbaren Sie mit ihm eine Erstattung.',
    },
    wrong_payee: {
      label: 'Anderer Empfänger',
      text: 'Das Geld ging an eine andere Wallet, als die Zahlungsanforderung nennt. Prüfen Sie, ob diese Wallet Ihnen gehört.',
    },
    wrong_contract: {
      label: 'Anderer Vertrag',
      text: 'Die Zahlung lief über einen anderen Vertrag, als die Zahlungsanforderung verlangt. Klären Sie das mit dem Zahler.',
    },
    nothing_arrived: {
      label: 'Nichts eingegangen',
      text: 'Das Ereignis der Zahlung meldet einen Betrag, aber beim Empfänger ist kein Geld eingegangen. Führen Sie die Bestellung nicht aus.',
    },
    request_swept: {
      label: 'Zahlungsanforderung gelöscht',
      text: 'Die Zahlungsanforderung war lange unbezahlt und wurde gelöscht. Einigen Sie sich mit dem Zahler auf eine Erstattung oder über die Bestellung.',
    },
    no_rate: {
      label: 'Kein Wechselkurs',
      text: 'Die Blockchain hatte keinen Wechselkurs für die Währungen der Zahlung. Klären Sie das mit dem Zahler.',
    },
    rate_too_old: {
      label: 'Wechselkurs zu alt',
      text: 'Der Wechselkurs der Zahlung war älter, als die Zahlungsanforderung erlaubt. Klären Sie das mit dem Zahler.',
    },
    worth_nothing: {
      label: 'Ohne Gegenwert',
      text: 'Der Betrag ergibt in der Währung der Zahlungsanforderung gerundet null.',
    },
    receipt_unreadable: {
      label: 'Transaktionsbeleg nicht verfügbar',
      text: 'Kein Knoten dieses Dienstes hat den Transaktionsbeleg geliefert. Der Betreiber kann den Block erneut einlesen.',
    },
    rate_unreadable: {
      label: 'Wechselkurs nicht verfügbar',
      text: 'Kein Knoten dieses Dienstes hat den Wechselkurs der Zahlung geliefert. Der Betreiber kann den Block erneut einlesen.',
    },
  },
  otherReason: (reason) => ({
    label: 'Passt nicht',
    text: `Die Zahlung passt nicht zur Zahlungsanforderung (${reason}). Klären Sie das mit dem Zahler.`,
  }),
}
