import { TronWeb } from 'tronweb'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** A wallet that signs messages like a person's wallet. */
export type Signer = {
  walletType: 'evm' | 'tron'
  address: string
  /** Signs a message: on EVM networks with viem's personal_sign, on Tron with tronweb's message signing, version 2. */
  sign(message: string): Promise<string>
  /** The same key as an EVM account. */
  account: PrivateKeyAccount
  /** 64 hex digits. */
  privateKey: string
}

/** A TronWeb that only signs: no node listens on its port. */
export const tronWeb = new TronWeb({ fullHost: 'http://127.0.0.1:1' })

/** The wallet types that can sign in, each with a function that creates a wallet. */
export const SIGNERS = [
  { walletType: 'evm', create: createEvmSigner },
  { walletType: 'tron', create: createTronSigner },
] as const

function createEvmSigner(): Signer {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  return {
    walletType: 'evm',
    address: account.address,
    sign: (message) => account.signMessage({ message }),
    account,
    privateKey: key.slice(2),
  }
}

function createTronSigner(): Signer {
  const key = generatePrivateKey()
  const privateKey = key.slice(2)
  const address = TronWeb.address.fromPrivateKey(privateKey)
  if (address === false) throw new Error('tronweb does not accept the key.')
  return {
    walletType: 'tron',
    address,
    sign: async (message) => tronWeb.trx.signMessageV2(message, privateKey),
    account: privateKeyToAccount(key),
    privateKey,
  }
}
