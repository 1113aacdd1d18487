import { expect, test } from 'vitest'
import { currencies, findPricing, getCurrency, isStablecoin, marketAsset } from './index.ts'

test('marketAsset names the asset of each checked contract, and of no other token', () => {
  const assets = currencies.flatMap(({ id, network }) => {
    const asset = marketAsset(id)
    return asset === null || network === 'fiat' || network.startsWith('devnet')
      ? []
      : [`${asset} ${id} ${getCurrency(id).token?.address ?? 'coin'}`]
  })
  expect(assets).toMatchInlineSnapshot(`
    [
      "ETH ETH-mainnet coin",
      "USDC USDC-mainnet 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
      "USDT USDT-mainnet 0xdAC17F958D2ee523a2206206994597C13D831ec7",
      "DAI DAI-mainnet 0x6B175474E89094C44Da98b954EedeAC495271d0F",
      "EURC EURC-mainnet 0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c",
      "ETH AETH-arbitrum-one coin",
      "USDC USDC-arbitrum-one 0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
      "USDT USDT-arbitrum-one 0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9",
      "DAI DAI-arbitrum-one 0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1",
      "ETH ETH-optimism-optimism coin",
      "USDC USDCn-optimism 0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85",
      "USDT USDT-optimism 0x94b008aA00579c1307B0EF2c499aD98a8ce58e58",
      "DAI DAI-optimism 0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1",
      "ETH ETH-base-base coin",
      "USDC USDC-base 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      "USDT USDT-base 0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2",
      "DAI DAI-base 0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb",
      "EURC EURC-base 0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42",
      "POL MATIC-matic coin",
      "USDC USDCn-matic 0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359",
      "USDT USDT-matic 0xc2132D05D31c914a87C6611C10748AEb04B58e8F",
      "DAI DAI-matic 0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063",
      "BNB BNB-bsc coin",
      "USDC USDC-bsc 0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d",
      "USDT USDT-bsc 0x55d398326f99059fF775485246999027B3197955",
      "DAI DAI-bsc 0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3",
      "AVAX AVAX-avalanche coin",
      "USDC USDC-avalanche 0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E",
      "USDT USDT-avalanche 0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7",
      "EURC EURC-avalanche 0xC891EB4cbdEFf6e073e859e987815Ed1505c2ACD",
      "FTM FTM-fantom coin",
      "XDAI xDAI-xdai coin",
      "USDC USDC-xdai 0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83",
      "USDT USDT-xdai 0x4ECaBa5870353805a9F068101A40E0f32ed605C6",
      "MNT MNT-mantle coin",
      "USDC USDC-mantle 0x09Bc4E0D864854c6aFB6eB9A9cdF58aC190D0dF9",
      "USDT USDT-mantle 0x201EBa5CC46D216Ce6DC03F6a759e8E766e956aE",
      "ETH ETH-zksync-zksyncera coin",
      "USDC USDC-zksyncera 0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4",
      "ETH ETH-sepolia-sepolia coin",
      "USDC fUSDC-sepolia 0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238",
      "USDT fUSDT-sepolia 0xF046b3CA5ae2879c6bAcC4D42fAF363eE8379F78",
      "EURC EURC-sepolia 0x08210F9170F89Ab7658F0B5E3fF39b0E03C594D4",
      "TRX TRX-tron coin",
      "USDT USDT-tron TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
      "USDC USDC-tron TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8",
    ]
  `)
})

test('marketAsset accepts an alias, and returns null for an unknown currency', () => {
  expect(marketAsset('USDC-optimism')).toBe(marketAsset(getCurrency('USDC-optimism').currency.id))
  expect(marketAsset('ETH-base')).toBe('ETH')
  expect(marketAsset('USD')).toBe('USD')
  expect(marketAsset('USDC')).toBeNull()
})

test('marketAsset returns null for bridged tokens and for tokens that merely have an asset’s name', () => {
  const bridged = [
    'USDCe-avalanche',
    'USDTe-avalanche',
    'DAIe-avalanche',
    'USDbC-base',
    'WETH-base',
  ]
  const foreign = currencies.filter(
    ({ id, network }) => network !== 'fiat' && marketAsset(id) === null,
  )
  for (const id of bridged) expect(foreign.map((currency) => currency.id)).toContain(id)
  const named = new Set(['USDC', 'USDT', 'DAI', 'EURC', 'ETH', 'POL', 'BNB', 'TRX'])
  expect(
    foreign.filter(({ symbol }) => named.has(symbol)).every(({ id }) => !marketAsset(id)),
  ).toBe(true)
})

test('findPricing returns par for one asset on two networks, and the market pair for two assets', () => {
  expect(findPricing('USDC-base', 'USDCn-matic')).toEqual({
    pricing: 'par',
    pair: { asset: 'USDC', currency: 'USDC' },
  })
  // Binance-peg USDC has 18 decimals, and is the same asset.
  expect(findPricing('USDC-base', 'USDC-bsc')?.pricing).toBe('par')
  expect(findPricing('EUR', 'ETH-base')).toEqual({
    pricing: 'market',
    pair: { asset: 'ETH', currency: 'EUR' },
  })
  expect(findPricing('USDC-base', 'USDT-tron')?.pricing).toBe('market')
  expect(findPricing('fUSDC-sepolia', 'USDC-devnet')?.pricing).toBe('par')
})

test.each([
  ['fiat as the payment currency', 'USDC-base', 'EUR'],
  ['the invoice currency itself', 'USDC-base', 'USDC-base'],
  ['the invoice currency under an alias', 'ETH-base', 'ETH-base-base'],
  ['a token without a market price', 'EUR', 'AERO-base'],
  ['an invoice in a token without a market price', 'AERO-base', 'USDC-base'],
  ['an unknown currency', 'XXX', 'USDC-base'],
  ['test money for real money', 'USDC-base', 'fUSDC-sepolia'],
  ['real money for test money', 'fUSDC-sepolia', 'USDC-base'],
])('findPricing returns null for %s', (_case, invoice, payment) => {
  expect(findPricing(invoice, payment)).toBeNull()
})

test('isStablecoin recognises each registered stablecoin, regardless of its decimals, and no coin', () => {
  for (const id of [
    'USDC-base',
    'USDCn-matic',
    'USDC-bsc',
    'USDT-tron',
    'DAI-mainnet',
    'fUSDC-sepolia',
  ])
    expect({ id, isStablecoin: isStablecoin(id) }).toEqual({ id, isStablecoin: true })
  for (const id of ['ETH-base', 'MATIC-matic', 'TRX-tron', 'EUR', 'USDCe-avalanche'])
    expect({ id, isStablecoin: isStablecoin(id) }).toEqual({ id, isStablecoin: false })
})
