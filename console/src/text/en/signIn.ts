/** The English sentences for the sign-in; part of {@link en}. */
export const signIn = {
  title: 'Sign in',
  lead: 'Receive payments straight into your wallet. Your keys stay with you.',
  expired:
    'Your session has ended. Sign in to continue where you left off. If you cannot sign in, ask the owner: you may have been removed.',
  signedOut: 'You are signed out.',
  invited: {
    join: (merchant: string) => `Join ${merchant}`,
    joinUnnamed: 'Join a merchant account',
    openAccount: 'Open your merchant account',
    by: (merchant: string) => `${merchant} invites you`,
    byUnnamed: 'A merchant without a name invites you',
    byOperator: 'The operator of this service invites you',
    toJoin: 'You join its merchant account in the role below.',
    toOpen: 'You open a separate merchant account of your own.',
    how: {
      anyone: 'Sign in with a wallet, or create an account with e-mail. The link works once.',
      email:
        'The invitation is for one e-mail address. Create an account with this address. The link works once.',
      wallet: 'The invitation is for one wallet. Sign in with this wallet. The link works once.',
    },
    role: 'Role',
    domain: 'Verified domain',
    noDomain: 'None. Check with the sender that the link is from this merchant.',
    inviter: 'Invited by',
    until: 'Valid until',
  },
  byInvitation: 'New merchants need an invitation.',
  byInvitationText:
    'Open the link that you received. A merchant who uses this service can create one under Account; the operator can create one on the command line.',
  closed: 'Registration is closed.',
  closedText:
    'Members sign in here. To become one, ask the operator of this service for an invitation link.',
  withWallet: 'With your wallet',
  withEmail: 'With e-mail',
  walletHint:
    'A wallet session can set where your payments go. It ends after 15 minutes without use.',
  emailHint:
    'An e-mail account manages payments, links and settings, as its role allows. It stays signed in for 30 days. Only a wallet can set where payments go.',
  noWallets: 'No wallet found in this browser.',
  noWalletsHint:
    'Install a wallet extension, open this page in a wallet app, or sign in with e-mail.',
  connecting: (wallet: string) => `Continue in ${wallet}`,
  connectingText: 'Allow this page to see your account. Nothing is signed yet.',
  review: 'Check what you sign',
  reviewText: (wallet: string) =>
    `${wallet} will show this message. Signing it proves that the account is yours. It moves no money and costs nothing.`,
  sign: 'Sign and continue',
  signing: (wallet: string) => `Sign the message in ${wallet}`,
  signingText: 'The same message is waiting there.',
  chooseOther: 'Choose another wallet',
  rejected: 'You declined in your wallet. Nothing was signed.',
  walletBusy: 'Your wallet already has an open request. Approve or decline it, then try again.',
  walletLocked: 'Your wallet is locked or shared no account. Unlock it and try again.',
  walletFailed: 'Your wallet could not do this. Try again, or use another one.',
  refused: 'The service rejected this signature. It may have expired: start again.',
  email: 'E-mail',
  password: 'Password',
  passwordHint: '8 to 100 characters',
  signInButton: 'Sign in',
  register: 'Create account',
  toRegister: 'New here? Create an account',
  toSignIn: 'Have an account? Sign in',
  emailInvalid: 'Enter an e-mail address such as ana@example.com.',
  passwordShort: 'Use at least 8 characters.',
  passwordLong: 'Use at most 100 characters.',
}
