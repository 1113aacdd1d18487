// Written by packages/core/scripts/catalogue.ts.

/** SHA-256 of the lines in each network's list. */
export const LIST_HASHES: Readonly<Record<string, string>> = {
  mainnet: 'eae9441d831e630da645f2167fef1bac51b6a5aaf741972fb679e8a81ade0d12',
  'arbitrum-one': '7fa226fcfc4fd7a96ca5348653c271666e5d1e126cc420dd359d764386633ba7',
  optimism: 'fc241453eebb6575a933c7d433bd044423103a5f368f68889949921ec54749ce',
  base: '2fbab82d2815598c81b87ae927e36c48e88df49fece7194d23ecca164c2d5590',
  matic: '6d0f5df19021d4614ca2c55089c13e3256a8b26f56d8b0d0115342d766229bdc',
  bsc: 'f9a397d461d04ab95c9514d8d43f8e429afd55059541625955d02f3a6fd94052',
  avalanche: '6d375c384a7a1d5f2111f89b0d2cde47081fba763f3c70df633448f8c70c57c1',
  zksyncera: '0c1ead5e5658dfe0a52eb3569431fc0fa2f0db87f145d7e80901de567b451f6b',
  sepolia: '71de3be56de9ea9caeef424ebbeddb09fa1b8e613a5b28619b9fc835358a6017',
}
