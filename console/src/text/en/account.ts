/** The English sentences for the account screen; part of {@link en}. */
export const account = {
  title: 'Account',
  identity: 'Signed in as',
  wallet: 'Wallet',
  email: 'E-mail',
  tenant: 'Merchant ID',
  until: 'Session ends',
  walletUntil: 'After 15 minutes without use.',
  business: 'Business',
  passwordTitle: 'Change password',
  passwordText: 'This ends all other sessions of this account.',
  current: 'Current password',
  new: 'New password',
  change: 'Change password',
  changed: 'Password changed. All other sessions have ended.',
  wrongCurrent: 'This is not your current password.',
}
