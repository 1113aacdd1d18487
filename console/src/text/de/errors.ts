import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('de')

/** The German sentences about failed calls, by the service's error code; part of {@link de}. */
export const errors: Text['errors'] = {
  required: 'Füllen Sie dieses Feld aus.',
  network_error:
    'Der Dienst hat nicht geantwortet. Prüfen Sie Ihre Verbindung. Die Änderung wurde möglicherweise nicht gespeichert.',
  unexpected_response:
    'Die Antwort kam nicht vom Dienst. Prüfen Sie Ihr Netzwerk und versuchen Sie es erneut.',
  rate_limited: (seconds) =>
    seconds === null
      ? 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.'
      : `Zu viele Versuche. Versuchen Sie es in ${seconds} ${plural(seconds, 'Sekunde', 'Sekunden')} erneut.`,
  refund_claim_not_found:
    'Dieser Link ist unvollständig oder ungültig. Öffnen Sie ihn so, wie Sie ihn erhalten haben, oder bitten Sie den Händler um einen neuen.',
  refund_claim_used:
    'Dieser Link oder diese Unterschrift wurde bereits verwendet. Ist die Adresse falsch, bitten Sie den Händler um einen neuen Link.',
  refund_claim_over: 'Dieser Link funktioniert nicht mehr. Bitten Sie den Händler um einen neuen.',
  refund_claim_refused:
    'Diese Wallet hat hier nicht gezahlt, oder die Unterschrift ist zu alt. Wählen Sie die Wallet, die gezahlt hat.',
  wrong_credentials: 'E-Mail oder Passwort ist falsch.',
  mail_not_set_up: 'Dieser Dienst sendet keine E-Mails. Wenden Sie sich an den Betreiber.',
  receipt_not_ready: 'Die Zahlung ist noch nicht abgeschlossen. Senden Sie den Beleg danach.',
  customer_email_missing:
    'Diese Zahlung nennt keine brauchbare E-Mail-Adresse des Kunden. Geben Sie dem Zahler den Link zum Beleg.',
  too_many_receipts:
    'Für diese Zahlung oder von Ihrem Konto wurden zu viele Belege gesendet. Versuchen Sie es später erneut, oder geben Sie dem Zahler den Link.',
  too_many_mails:
    'An Sie oder an diese Adresse wurden zu viele Links gesendet. Verwenden Sie den letzten oder versuchen Sie es in einer Stunde erneut.',
  passkey_refused:
    'Der Dienst hat diesen Passkey abgelehnt. Er gehört vielleicht zu einem anderen Konto, oder die Anfrage ist abgelaufen: Versuchen Sie es erneut.',
  recovery_code_refused:
    'Dieser Wiederherstellungscode ist nicht gültig oder wurde bereits verwendet. Jeder Code funktioniert einmal.',
  confirmation_required: 'Bestätigen Sie zuerst, dass Sie es sind.',
  passkey_taken: 'Dieser Passkey ist bereits registriert.',
  passkey_not_found: 'Dieser Passkey wurde entfernt. Laden Sie die Seite neu.',
  passkey_missing: 'Fügen Sie zuerst einen Passkey hinzu.',
  too_many_passkeys: 'Sie haben die Höchstzahl an Passkeys. Entfernen Sie zuerst einen.',
  second_factor_on: 'Ein Passkey ist bereits erforderlich. Laden Sie die Seite neu.',
  second_factor_off: 'Der zweite Faktor ist ausgeschaltet. Laden Sie die Seite neu.',
  sign_in_ended:
    'Die Anmeldung hat zu lange gedauert, oder es gab zu viele Versuche. Melden Sie sich erneut an.',
  code_refused:
    'Dieser Link ist nicht gültig: Er wurde verwendet oder ist abgelaufen. Fordern Sie einen neuen an.',
  email_taken:
    'Ein Konto mit dieser E-Mail-Adresse gibt es bereits. Melden Sie sich stattdessen an.',
  already_signed_in: 'Sie sind bereits angemeldet. Laden Sie die Seite neu.',
  registration_closed:
    'Die Registrierung ist geschlossen, und Sie sind hier bei keinem Händler Mitglied. Bitten Sie den Betreiber dieses Dienstes um einen Einladungslink.',
  invitation_required:
    'Neue Händler brauchen einen Einladungslink. Fragen Sie einen Händler, der diesen Dienst nutzt, oder den Betreiber.',
  invitation_refused:
    'Dieser Einladungslink ist ungültig, bereits verwendet oder abgelaufen. Bitten Sie um einen neuen.',
  invitation_for_another:
    'Diese Einladung gilt für eine andere Wallet oder E-Mail-Adresse. Verwenden Sie die Adresse, die der Absender genannt hat, oder bitten Sie um eine Einladung für Ihre.',
  wallet_taken:
    'Diese Wallet gehört zu einem anderen Händlerkonto. Nehmen Sie die Einladung mit einer anderen Wallet oder mit E-Mail an.',
  origin_not_allowed:
    'Der Dienst lehnt Aufrufe von dieser Adresse ab. Öffnen Sie die Konsole unter der eigenen Adresse des Dienstes.',
  invitation_not_found:
    'Dieser Link wurde verwendet oder widerrufen oder ist abgelaufen. Laden Sie die Seite neu.',
  last_member: 'Das ist das letzte Mitglied. Fügen Sie zuerst ein weiteres hinzu.',
  last_owner: 'Das ist der letzte Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber.',
  owner_only: 'Nur ein Inhaber darf Inhaber einladen, ändern oder entfernen.',
  too_many_invitations:
    'Ihr Konto hat in 24 Stunden 20 Einladungslinks erstellt. Versuchen Sie es morgen erneut.',
  member_not_found: 'Dieses Mitglied wurde bereits entfernt. Laden Sie die Seite neu.',
  duplicate_url: 'Ein Endpunkt mit dieser URL ist bereits vorhanden.',
  signing_nonce_invalid: 'Die Daten zum Signieren sind abgelaufen. Beginnen Sie von vorn.',
  signing_nonce_used: 'Diese Änderung wurde bereits vorgenommen. Laden Sie die Seite neu.',
  wallet_signature_refused: 'Eine Signatur gehört nicht zu ihrer Wallet. Beginnen Sie von vorn.',
  wallet_of_another_merchant:
    'Die neue Wallet ist kein Mitglied dieses Händlerkontos. Laden Sie sie unter „Konto“ ein und melden Sie sich einmal mit ihr an.',
  revision_conflict:
    'Ein anderer Tab oder ein anderes Mitglied hat dies inzwischen geändert. Laden Sie die Seite neu.',
  destination_inactive:
    'Dieses Ziel nimmt keine neuen Zahlungen an. Empfangen Sie dort wieder, oder wählen Sie ein anderes.',
  destination_moved:
    'Sie sind von dieser Wallet zu einer anderen umgezogen. Wenn Sie hier wieder empfangen, zahlen ihre früheren Links an diese Wallet.',
  wallet_has_destination:
    'Die neue Wallet hat ein eigenes Empfangsziel. Melden Sie sich zuerst mit ihr an und beenden Sie dort den Empfang.',
  payee_destination_not_found: 'Dieses Empfangsziel hat sich geändert. Laden Sie die Seite neu.',
  session_ended: 'Ihre Sitzung ist beendet.',
  validation_failed: 'Einige Felder sind nicht gültig. Beachten Sie die Hinweise daneben.',
  internal:
    'Im Dienst ist ein interner Fehler aufgetreten. Versuchen Sie es erneut; tritt er wieder auf, nennen Sie den Support-Code.',
  unexpected:
    'Auf dieser Seite ist etwas Unerwartetes passiert. Laden Sie sie neu und versuchen Sie es erneut.',
}
