import { createServer } from 'node:http'

/** A node's data about a wallet, and its handling of transactions. Tests change this state. */
type TronNodeState = {
  trxSun: number
  usdtUnits: bigint
  allowanceUnits: bigint
  energy: number
  freeBandwidth: number
  /** The energy that a constant call uses; null if the call fails. */
  callEnergy: number | null
  /** Handles `wallet/broadcasttransaction`. */
  broadcast: (transaction: { txID: string }) => object
  /** The `raw_data_hex` of each known transaction, by id. */
  transactions: Map<string, string>
  /** Results of mined transactions, by id: `SUCCESS`, or the reason for a failure. */
  outcomes: Map<string, string>
  isDown: boolean
}

/** A Tron node on loopback that a test controls. The devnet has a more complete node, which responds like a real one. */
export type TronNode = AsyncDisposable & {
  /** The URL of the node's JSON-RPC. */
  url: string
  state: TronNodeState
  /** Bodies that `wallet/broadcasttransaction` received. */
  sent: { txID: string; raw_data_hex: string; signature: string[] }[]
}

const CHAIN_ID = '0x2b6653dc'
const BALANCE_OF = '0x70a08231'

/** Starts a node on 127.0.0.1. */
export async function startTronNode(): Promise<TronNode> {
  const state: TronNodeState = { ...RICH, transactions: new Map(), outcomes: new Map() }
  const sent: TronNode['sent'] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    if (state.isDown) {
      response.writeHead(503).end()
      return
    }
    const body = text === '' ? {} : JSON.parse(text)
    const path = request.url ?? ''
    if (path === '/wallet/broadcasttransaction') sent.push(body)
    response.setHeader('content-type', 'application/json')
    const answer = path === '/jsonrpc' ? answerRpc(state, body) : answerHttp(state, path, body)
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/jsonrpc`,
    state,
    sent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The initial state: a wallet that can pay and has approved nothing. */
export const RICH = {
  trxSun: 100_000_000,
  usdtUnits: 1_000_000_000n,
  allowanceUnits: 0n,
  energy: 0,
  freeBandwidth: 600,
  callEnergy: 30_000,
  broadcast: ({ txID }: { txID: string }): object => ({ result: true, txid: txID }),
  isDown: false,
}

type RpcCall = { id: number; method: string; params: { data?: string }[] }

function answerRpc(state: TronNodeState, body: RpcCall | RpcCall[]): object {
  if (Array.isArray(body)) return body.map((call) => answerRpc(state, call))
  return { jsonrpc: '2.0', id: body.id, result: resultOf(state, body) }
}

function resultOf(state: TronNodeState, { method, params }: RpcCall): unknown {
  switch (method) {
    case 'eth_chainId':
      return CHAIN_ID
    case 'eth_gasPrice':
      return '0x64'
    case 'eth_getBalance':
      return `0x${state.trxSun.toString(16)}`
    case 'eth_call': {
      const isBalance = params[0]?.data?.startsWith(BALANCE_OF) === true
      return word(isBalance ? state.usdtUnits : state.allowanceUnits)
    }
    default:
      return null
  }
}

function answerHttp(state: TronNodeState, path: string, body: { value?: string; txID: string }) {
  switch (path) {
    case '/wallet/getaccount':
      return { balance: state.trxSun }
    case '/wallet/getaccountresource':
      return { freeNetLimit: state.freeBandwidth, EnergyLimit: state.energy }
    case '/wallet/getchainparameters':
      return {
        chainParameter: [
          { key: 'getEnergyFee', value: 100 },
          { key: 'getTransactionFee', value: 1_000 },
        ],
      }
    case '/wallet/triggerconstantcontract':
      return state.callEnergy === null
        ? { result: { result: true }, transaction: { ret: [{ ret: 'FAILED' }] } }
        : { result: { result: true }, energy_used: state.callEnergy }
    case '/wallet/broadcasttransaction':
      return state.broadcast(body)
    case '/wallet/gettransactionbyid': {
      const rawDataHex = state.transactions.get(body.value ?? '')
      return rawDataHex === undefined ? {} : { txID: body.value, raw_data_hex: rawDataHex }
    }
    case '/wallet/gettransactioninfobyid': {
      const result = state.outcomes.get(body.value ?? '')
      return result === undefined ? {} : { id: body.value, blockNumber: 1, receipt: { result } }
    }
    default:
      return {}
  }
}

function word(units: bigint): string {
  return `0x${units.toString(16).padStart(64, '0')}`
}
