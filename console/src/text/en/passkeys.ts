import { createPlural } from '../createPlural.ts'

const plural = createPlural('en')

/** The English sentences about passkeys, the second factor and recovery codes. */
export const passkeys = {
  title: 'Passkeys',
  lead: 'Sign in with your device’s fingerprint, face or PIN, or with a security key, instead of a password or a wallet.',
  none: 'You have no passkey yet.',
  unsupported: 'This browser does not support passkeys. Open the console in another browser.',
  synced: 'Synced',
  added: (when: string) => `Added ${when}`,
  used: (when: string) => `Last used ${when}`,
  unused: 'Never used',
  add: 'Add a passkey',
  addText: 'Your browser asks you next. Choose this device, a phone or a security key.',
  name: 'Name',
  nameHint: 'So that you recognise it later, such as “Phone”.',
  create: 'Continue',
  wasAdded: 'Passkey added.',
  rename: 'Rename',
  renameTitle: 'Rename the passkey',
  renamed: 'Passkey renamed.',
  remove: 'Remove',
  removeTitle: 'Remove this passkey?',
  removeText: (name: string) =>
    `“${name}” no longer signs in, and other sessions that a passkey opened end. Delete it on your device too.`,
  removeLast:
    'It is your last passkey, so the second factor is switched off and the recovery codes stop working.',
  removed: 'Passkey removed.',
  factor: {
    title: 'Second factor',
    on: 'On',
    off: 'Off',
    onText:
      'A password or a wallet alone is not enough to sign in: a passkey or a recovery code must follow.',
    offText:
      'Require a passkey after your password or wallet, so that neither alone is enough to sign in.',
    needsPasskey: 'Add a passkey first.',
    enable: 'Require a passkey',
    enableTitle: 'Require a passkey at every sign-in?',
    enableText:
      'Your browser asks for a passkey next, to prove that it works. Then you get recovery codes. Your other sessions end.',
    enabled: 'A passkey is required now.',
    disable: 'Stop requiring a passkey',
    disableTitle: 'Stop requiring a passkey?',
    disableText:
      'A password or a wallet alone is then enough to sign in. The recovery codes stop working.',
    disabled: 'The second factor is off.',
    left: (count: number) =>
      plural(count, '1 recovery code is left.', `${count} recovery codes are left.`),
    renew: 'New recovery codes',
    renewTitle: 'Create new recovery codes?',
    renewText: 'The earlier codes stop working.',
  },
  codes: {
    title: 'Store your recovery codes',
    text: 'Each code works once in place of a passkey. They are shown only now: print them, or keep them in a password manager.',
    label: 'Recovery codes',
    copy: 'Copy codes',
    what: 'the recovery codes',
    print: 'Print',
    stored: 'I stored them',
  },
  confirm: {
    title: 'Confirm that it is you',
    text: 'You signed in some time ago. Confirm this change.',
    passkey: 'Use a passkey',
    password: 'Current password',
    wrongPassword: 'This is not your current password.',
    withPassword: 'Confirm',
    signIn: 'Sign out and in again, then make this change within ten minutes.',
    signInAgain: 'Sign out and sign in',
  },
  recovery: {
    open: 'Use a recovery code',
    label: 'Recovery code',
    hint: 'One of the ten codes that you stored. It works once.',
    send: 'Use this code',
    missing: 'Enter a recovery code.',
  },
  signIn: {
    title: 'With a passkey',
    hint: 'With the fingerprint, face or PIN of a device, or a security key.',
    button: 'Sign in with a passkey',
    second: 'Confirm that it is you',
    secondText: 'Your account also needs a passkey to sign in.',
    usePasskey: 'Use a passkey',
    cancel: 'Cancel sign-in',
    ended: 'The sign-in took too long or had too many attempts. Sign in again.',
  },
  faults: {
    cancelled: 'Nothing was confirmed: the request was cancelled, or took too long. Try again.',
    known: 'This device already has a passkey for you.',
    unsupported: 'This browser or device cannot do this. Try another one.',
    address: 'Passkeys do not work at this address of the console. Ask its operator.',
    failed: 'Your device could not do this. Try again, or use another one.',
  },
}
