import { randomBytes } from 'node:crypto'
import type { TestTronWalletMode } from '@secure-payment/widget/testkit'
import { TronWeb, utils } from 'tronweb'
import type { Hex } from 'viem'

/**
 * Signs a transaction as a wallet does, with tronweb, which encodes the bytes from the JSON itself and rejects any difference. `mode`
 * selects a dishonest behaviour of the wallet.
 */
export async function signWithTronWeb(
  transaction: string,
  privateKey: Hex,
  mode: TestTronWalletMode,
): Promise<string> {
  const key = mode === 'other-key' ? randomBytes(32).toString('hex') : privateKey.slice(2)
  const given = JSON.parse(transaction)
  if (mode === 'other-bytes') {
    given.raw_data.fee_limit += 1
    const raw = utils.transaction.txJsonToPb(given)
    given.txID = utils.transaction.txPbToTxID(raw).replace(/^0x/, '')
    given.raw_data_hex = utils.transaction.txPbToRawDataHex(raw).toLowerCase()
  }
  const tronWeb = new TronWeb({ fullHost: 'http://127.0.0.1:9' })
  // With multiSign false, tronweb rejects a transaction that the key's account does not own; a dishonest wallet skips this check.
  const signed =
    mode === 'other-key'
      ? utils.crypto.signTransaction(key, given)
      : await tronWeb.trx.sign(given, key)
  return JSON.stringify(signed)
}

/** Signs a message as a wallet does, with tronweb: TIP-191, version 2. */
export async function signMessageWithTronWeb(message: string, privateKey: Hex): Promise<string> {
  const tronWeb = new TronWeb({ fullHost: 'http://127.0.0.1:9' })
  return tronWeb.trx.signMessageV2(message, privateKey.slice(2))
}
