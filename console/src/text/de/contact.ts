import type { Text } from '../text.ts'

/** The German sentences about e-mail: verified addresses, notices and password resets. */
export const contact: Text['contact'] = {
  title: 'E-Mail und Benachrichtigungen',
  lead: 'Benachrichtigungen gehen an Ihre bestätigte Adresse. Andere Mitglieder wählen ihre selbst.',
  none: 'Noch keine Adresse',
  address: 'E-Mail-Adresse',
  verified: 'Bestätigt',
  unverified: 'Nicht bestätigt',
  pending: (email) =>
    `Ein Link wurde an ${email} gesendet. Öffnen Sie ihn innerhalb von 24 Stunden in diesem Browser, um die Adresse zu bestätigen.`,
  noMail: 'Dieser Dienst sendet keine E-Mails. Sein Betreiber kann das einrichten.',
  set: 'Link senden',
  setHint: 'Die Adresse gilt, sobald Sie den Link öffnen, den sie erhält.',
  password: 'Aktuelles Passwort',
  passwordHint: 'Nötig, um die Adresse zu ändern, mit der Sie sich anmelden.',
  passwordMissing: 'Geben Sie Ihr Passwort ein, um die Adresse zu ändern.',
  passwordWrong: 'Das ist nicht Ihr aktuelles Passwort.',
  sent: 'Ein Link ist unterwegs.',
  notices: 'E-Mail an mich senden, wenn',
  kinds: {
    payment_received: {
      label: 'eine Zahlung eingeht',
      hint: 'Eine Zahlungsanforderung ist bezahlt, und die Zahlung ist bestätigt.',
    },
    payment_problem: {
      label: 'eine Zahlung Ihre Aufmerksamkeit erfordert',
      hint: 'Sie ist fehlgeschlagen oder verspätet, doppelt, zu hoch oder ohne Zahlungsanforderung eingegangen.',
    },
    webhook_failing: {
      label: 'ein Webhook fehlschlägt',
      hint: 'Ein Endpunkt nimmt keine Zustellungen an. Eine E-Mail pro Ausfall.',
    },
    approval_waiting: {
      label: 'eine Auszahlung auf meine Genehmigung wartet',
      hint: 'Nur, wenn Ihre Rolle sie genehmigen darf und ein anderes Mitglied sie erstellt hat.',
    },
  },
  verifyFirst: 'Bestätigen Sie zuerst eine Adresse.',
  save: 'Benachrichtigungen speichern',
  saved: 'Benachrichtigungen gespeichert.',
  confirming: 'Melden Sie sich an, um Ihre E-Mail-Adresse zu bestätigen.',
  confirmed: 'E-Mail-Adresse bestätigt.',
  refused:
    'Dieser Link ist nicht gültig: Er wurde verwendet, ist abgelaufen oder gehört einem anderen Mitglied. Fordern Sie unter „Konto“ einen neuen an.',
  forgot: {
    open: 'Passwort vergessen?',
    title: 'Passwort zurücksetzen',
    lead: 'Geben Sie die Adresse ein, mit der Sie sich anmelden. Wenn sie ein Konto hat, erhält sie einen Link, der innerhalb von 30 Minuten einmal funktioniert.',
    send: 'Link senden',
    sent: 'Wenn diese Adresse ein Konto hat, ist ein Link unterwegs. Er funktioniert innerhalb von 30 Minuten einmal.',
    back: 'Zurück zur Anmeldung',
  },
  reset: {
    title: 'Neues Passwort festlegen',
    lead: 'Alle Sitzungen des Kontos enden, und das frühere Passwort funktioniert nicht mehr.',
    new: 'Neues Passwort',
    save: 'Passwort festlegen',
    refused:
      'Dieser Link ist nicht gültig: Er wurde verwendet oder ist abgelaufen. Fordern Sie einen neuen an.',
    done: 'Ihr Passwort ist festgelegt. Melden Sie sich damit an.',
    toSignIn: 'Zur Anmeldung',
  },
}
