import type { Text } from '../text.ts'

/** The German sentences for the first steps on the home screen; part of {@link de}. */
export const start: Text['start'] = {
  title: 'Erste Schritte',
  lead: 'Fünf Schritte von hier bis zur bezahlten Bestellung auf Ihrer Website.',
  withoutWebsite: 'Keine Website? Ein Zahlungslink braucht keinen dieser Schritte.',
  website: 'Zahlungen auf Ihrer Website annehmen',
  progress: (done, all) => `${done} von ${all} erledigt`,
  done: 'Erledigt',
  open: 'Zu erledigen',
  allDone: 'Alles ist eingerichtet. Zahlungen kommen direkt in Ihre Wallet.',
  name: {
    title: 'Unternehmen benennen',
    text: 'Zahler sehen diesen Namen über dem Betrag.',
    done: (name) => `Zahler sehen „${name}“.`,
  },
  destination: {
    title: 'Festlegen, wo Geld eingeht',
    text: 'Wählen Sie das Netzwerk und das Token, die Ihre Wallet empfängt.',
    accountText: 'Ein Empfangsziel gehört zu einer Wallet. Sehen Sie, wie Sie eines einrichten.',
    done: (token, network) => `${token} auf ${network}, in Ihrer Wallet.`,
    boundDone: 'Eine Ihrer Client-IDs ist an ein Empfangsziel gebunden.',
    action: 'Netzwerk und Token wählen',
    accountAction: 'Anleitung ansehen',
  },
  clientId: {
    title: 'Client-ID für Ihre Website erstellen',
    text: 'Damit funktioniert das Zahlungselement nur auf Ihrer Domain.',
    done: (domains) => `Funktioniert auf ${domains}.`,
    action: 'Client-ID erstellen',
  },
  webhook: {
    title: 'Über Zahlungen benachrichtigt werden',
    text: 'Ein signierter Webhook benachrichtigt Ihren Server, wenn eine Bestellung bezahlt ist. Führen Sie Bestellungen anhand dieses Webhooks aus, nie anhand des Browsers.',
    done: (url) => `Ereignisse gehen an ${url}.`,
    action: 'Webhook hinzufügen',
  },
  embed: {
    title: 'Element in Ihre Seite einfügen',
    text: 'Erstellen Sie eine Zahlung, kopieren Sie das Snippet und zahlen Sie.',
    done: 'Das Element lief auf Ihrer Website.',
    action: 'Snippet erstellen',
  },
}
