/**
 * The matrix of wallets, devices and services: every row that the element must show. Title patterns (`file.spec.ts › group ›
 * story › step`) identify the stories that show a row. A complete run fails when a row has no story that passed: see
 * matrixReporter.ts. Three rows need no chain and are tests in the browser project: a wallet that declines to connect, is busy,
 * or is locked (widget/src/refusals.browser.test.ts).
 */
export const ROWS: Readonly<Record<string, RegExp>> = {
  'paid: the native coin': /pays the native coin in the merchant/,
  'paid: a token with an approval': /pays a token in the merchant/,
  'paid: on the hosted page': /pays a token on the hosted page/,
  'paid: USDT, its limit reset': /USDT with a smaller allowance/,
  'paid: with an earlier allowance': /A token with a sufficient allowance/,
  'paid: with a fee': /A fee goes to its address/,
  'paid: in part, and the rest': /keeps part of each transfer/,
  'paid: by a permit': /permits\.spec.*One signature and one transaction/,
  'paid: all calls at once (EIP-5792)':
    /batchCalls\.spec.*the approval and the payment as one request/,
  'paid: a batch of payees': /pays a batch of three/,
  'paid: in another currency': /conversions\.spec/,
  'paid: from another chain': /crosschain\.spec.*USDC on one chain pays USDC on another/,
  'paid: on Tron': /tron\.spec.*USDT pays on Tron/,
  "paid: by the page's own wallet": /hostWallets\.spec.*EIP-1193/,
  'paid: through WalletConnect': /connects a wallet on another device through WalletConnect/,
  'paid: on a phone': /scans the code, pays on their phone/,
  'paid: by a Safe': /safeApps\.spec/,
  'not enough money': /An account without enough money/,
  'declined: the network': /stays there when the payer declines/,
  'declined: the approval': /declines the approval pays nothing/,
  'declined: the payment': /declines the payment pays nothing/,
  'declined: all calls at once': /A batch that the payer declines/,
  'declined: the signature of a permit': /A payer who declines the signature/,
  'declined: on Tron': /tronWallets\.spec.*A payer who declines/,
  'a rejection that the wallet reports in its own way': /an error that means that nothing was sent/,
  'a wallet error that cannot be understood': /an unclear error makes the page check the chain/,
  'reloaded: while connecting, and at the review': /asked for an account, and at the review/,
  'reloaded: during the request for the approval': /is asked for the approval requests it again/,
  'reloaded: after the approval': /after the approval requests only the payment/,
  'reloaded: during the request for the payment': /asked for the payment prevents a second payment/,
  'reloaded: before a block, and while confirmed': /waits for a block, and while it is confirmed/,
  'reloaded: while the service catches up': /while the service catches up/,
  'reloaded: after the payment': /after the payment shows the receipt/,
  'reloaded: on Tron': /tron\.spec.*After a reload/,
  'the tab closed, and the next day': /the next day, the page finds a payment/,
  'the tab closed with the prompt open': /closed with the wallet’s prompt open/,
  'two tabs': /A second tab cannot pay/,
  'two tabs, both ready': /A tab at the review stops at Pay/,
  'two tabs, taken over': /continues in the second tab/,
  'two devices': /A second device cannot pay/,
  'sent without an answer: found on the chain':
    /payment that a wallet sent without an answer is found on the chain/,
  'sent without an answer, then reloaded': /whose wallet never answered before a reload/,
  'no answer to connecting': /returns no account is named after 15 s/,
  'no answer to paying': /the chain proves that a wallet without an answer/,
  'no answer to the switch for five minutes': /may not answer for five minutes/,
  'the wrong chain after the switch': /when it only claims to have switched/,
  'another account before Pay': /whose account changes leads back to the review/,
  'another account during the approval': /another account during the approval/,
  'no account during the approval': /an account that is removed during the approval/,
  'another account during and after the payment request':
    /another account during or after the payment request/,
  'no account during and after the payment request':
    /no account during or after the payment request/,
  'another network during and after the payment request':
    /another network during or after the payment request/,
  'sped up': /speeds up the payment/,
  cancelled: /cancels the payment/,
  reverted: /the network rejects costs only its fee/,
  'dropped by the network': /drops before a block includes it/,
  'paid in the meantime': /paid in the meantime is not paid again/,
  'paid by another payer while the wallet has the request': /a payment by another payer/,
  'confirmed after another payer paid': /after another payer has paid is shown as a second/,
  'already paid': /already paid shows its receipt/,
  expired: /An expired payment/,
  'expired under review': /expires during the review/,
  'the price ends while the wallet is open': /A price that expires while the wallet approves/,
  'no rate': /Without a current exchange rate/,
  'limited, with a countdown': /A rate limit counts down/,
  offline: /offline continues when the connection is back/,
  'a service without leases': /needs no lease when the service has none/,
  'a service that is gone after the payment': /fails during confirmation/,
  'without IndexedDB': /without › IndexedDB pays/,
  'without local storage': /without › local storage pays/,
  'without Web Locks': /without › Web Locks pays/,
  'without channels': /without › channels pays/,
  'without any storage': /without › IndexedDB, local storage, session storage pays/,
  'without any storage, Web Locks and channels': /session storage, Web Locks, channels pays/,
  'a strict policy and Trusted Types': /contentSecurity\.spec/,
  'two versions, each with its own Lit': /Two versions of the element/,
  'moved in its page': /that is moved in its page/,
  'removed during the payment request': /that is removed, and put back/,
  'another token during the payment request': /that gets another token/,
  ...serviceRows(),
}

/** Returns the rows for a service's possible responses, at each of the element's calls. */
function serviceRows(): Record<string, RegExp> {
  const places = {
    payment: 'the service does not return the payment',
    wallet: 'report which ways to pay',
    review: 'report what will be signed',
    lease: 'report whether the payment is free',
    pay: 'report what to sign',
  }
  const answers = ['401', '403', '403, expired', '404', '429', '500', '503', 'no network']
  return Object.fromEntries(
    Object.entries(places).flatMap(([place, title]) =>
      answers
        // A 404 for the lease means a service without leases.
        .filter((answer) => place !== 'lease' || answer !== '404')
        .map((answer) => [`${answer} for the ${place}`, new RegExp(`${title}.* › ${answer}$`)]),
    ),
  )
}
