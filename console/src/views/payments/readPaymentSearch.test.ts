import { expect, test } from 'vitest'
import { readPaymentSearch } from './readPaymentSearch.ts'

const HASH = 'Ab'.repeat(32)
const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const TRON_WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

const TOKEN = '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'

test.each([
  ['', []],
  ['  ', []],
  [' 1042 ', ['reference 1042', 'amount 1042']],
  ['007', ['reference 007', 'amount 7']],
  ['12.50', ['reference 12.50', 'amount 12.5']],
  ['12.50 USDC', ['amount 12.5 USDC', 'reference 12.50 USDC']],
  ['12.5usdc', ['amount 12.5 usdc', 'reference 12.5usdc']],
  ['$40.00', ['amount 40', 'reference $40.00']],
  ['$ 40 USDC', ['amount 40 USDC', 'reference $ 40 USDC']],
  ['$', ['reference $']],
  ['12,50', ['reference 12,50', 'amount 12.5']],
  ['$1,000.00', ['amount 1000', 'reference $1,000.00']],
  ['1.000,00 €', ['amount 1000', 'reference 1.000,00 €']],
  ['€ 12', ['amount 12', 'reference € 12']],
  ['1 250,50 EUR', ['amount 1250.5 EUR', 'reference 1 250,50 EUR']],
  ['$1,250', ['amount 1250', 'amount 1.25', 'reference $1,250']],
  ['1,25.00', ['reference 1,25.00']],
  ['$1 000 000', ['amount 1000000', 'reference $1 000 000']],
  ['12 $ 3', ['reference 12 $ 3']],
  ['1042-A', ['reference 1042-A']],
  ['PO-7781 / 2', ['reference PO-7781 / 2']],
  ['Ana@example.test', ['customerEmail Ana@example.test', 'reference Ana@example.test']],
  ['@ana', ['reference @ana']],
  [TOKEN.toLowerCase(), [`securePaymentToken ${TOKEN}`, `reference ${TOKEN.toLowerCase()}`]],
  [
    `https://pay.example.test/?token=${TOKEN}`,
    [`securePaymentToken ${TOKEN}`, `reference https://pay.example.test/?token=${TOKEN}`],
  ],
  [`0x${HASH}`, [`txHash 0x${HASH}`]],
  [HASH, [`txHash ${HASH}`]],
  [` 01${HASH} `, [`requestId 01${HASH.toLowerCase()}`]],
  ['0x7d1e0a92c4b85f36', ['paymentReference 0x7d1e0a92c4b85f36']],
  [WALLET, [`walletAddress ${WALLET}`]],
  [TRON_WALLET, [`walletAddress ${TRON_WALLET}`]],
  [`${TRON_WALLET}x`, [`reference ${TRON_WALLET}x`]],
  [`0${TRON_WALLET.slice(1)}`, [`reference 0${TRON_WALLET.slice(1)}`]],
])('The search %j has the meanings %j', (typed, expected) => {
  expect(readPaymentSearch(typed, 'en').map(({ name, value }) => `${name} ${value}`)).toEqual(
    expected,
  )
})
