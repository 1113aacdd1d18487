import type { Model } from '../model.ts'
import type { PayOption } from '../payOption.ts'
import { dollarPayment, PAYEES } from './fixturePayments.ts'

const DOLLARS_PER_COIN = 2_500

/** The wallet's payable currencies, by worth, and those that it lacks: symbol, network, amount due, balance and its worth in dollars. */
const ROWS = [
  ['USDC', 'base', 'Base', '80', '1204.5', 1_204.5],
  ['ETH', 'arbitrum-one', 'Arbitrum One', '0.032', '0.41', 1_025],
  ['USDT', 'mainnet', 'Ethereum', '80', '820', 820],
  ['DAI', 'optimism', 'Optimism', '80', '610.25', 610.25],
  ['USDC', 'matic', 'Polygon', '80', '340', 340],
  ['EURC', 'base', 'Base', '69.57', '240', 276],
  ['USDC', 'arbitrum-one', 'Arbitrum One', '80', '150', 150],
  ['ETH', 'base', 'Base', '0.032', '0.05', 125],
  ['USDC', 'mainnet', 'Ethereum', '80', '12', 12],
  ['DAI', 'mainnet', 'Ethereum', '80', '0', 0],
] as const
const PAYABLE = 8
/** The currencies that need a wallet of another family. */
const OTHERS = [{ symbol: 'USDT', networkName: 'Tron' }]
const FEES_IN_COINS = ['0.00001', '0.0002'] as const

/** Creates the choice among accepted currencies: of a few, and of more than the screen lists at first. */
export function createAcceptedFixtures(options: Model): Readonly<Record<string, Model>> {
  const rows = ROWS.map((row, index) => createRow(row, index < PAYABLE))
  const choosing = (own: readonly PayOption[]): Model => ({
    ...options,
    payment: {
      ...dollarPayment,
      plan: { way: 'quoted', rail: 'quoted' },
      raw: { options: own.map(({ id }) => ({ option: id })) },
    },
    state: 'options',
    optionId: null,
    options: own.map((row, index) => (index === 0 ? { ...row, others: OTHERS } : row)),
  })
  return {
    'options-accepted': choosing([...rows.slice(0, 3), ...rows.slice(PAYABLE)]),
    'options-accepted-many': choosing(rows),
    'options-accepted-poor': choosing(rows.slice(PAYABLE)),
  }
}

function createRow(
  [symbol, network, networkName, amount, balance, worth]: (typeof ROWS)[number],
  isPayable: boolean,
): PayOption {
  const [low, high] = FEES_IN_COINS
  const fee = network === 'mainnet' ? high : low
  const inDollars = (dollars: number) => ({ symbol: 'USD', amount: dollars.toFixed(2) })
  const feeWorth = Number(fee) * DOLLARS_PER_COIN
  const currency = `${symbol}-${network}`
  return {
    id: currency,
    symbol,
    network,
    needed: amount,
    route: 'direct',
    costs: [{ symbol: 'USD', amount: '80' }],
    spending: [{ symbol, amount }],
    balance,
    missing: isPayable ? null : { symbol, amount: String(Number(amount) - Number(balance)) },
    hasEnoughBalance: isPayable,
    hasEnoughGas: true,
    accepted: {
      networkName,
      pricing: 'market',
      amount: { symbol, amount },
      networkFee: { symbol: 'ETH', amount: fee },
      balanceWorth: inDollars(worth),
      feeWorth: inDollars(feeWorth),
      total: inDollars(80 + feeWorth),
      listed: {
        currency,
        network,
        payee: PAYEES[0],
        tokenAddress: null,
        paymentReference: '0x00000000000000b1',
        symbol: 'USD',
        amount: '80',
      },
    },
  }
}
