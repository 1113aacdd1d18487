import { parseAbi } from 'viem'

/** Functions of every test token. UsdtToken's transfer, transferFrom and approve return nothing instead of `bool`. */
export const testTokenAbi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
  'function mint(address to, uint256 amount)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
])

/** EIP-2612 in the USDC-like token. */
export const permitAbi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function nonces(address owner) view returns (uint256)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
])

/** The reads and the two setters of a mock price feed; `setUpdatedAt(0)` makes its answer permanently fresh. */
export const mockAggregatorAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestAnswer() view returns (int256)',
  'function latestTimestamp() view returns (uint256)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function setAnswer(int256 answer)',
  'function setUpdatedAt(uint256 time)',
])

/** The functions of the deployed contracts that the set-up of a chain calls. */
export const setupAbi = parseAbi([
  'function updateAggregatorsList(address[] inputs, address[] outputs, address[] aggregators)',
  'function setBatchFee(uint16 batchFee)',
  'function setBatchFeeAmountUSDLimit(uint64 batchFeeAmountUSDLimit)',
  'function setNativeAndUSDAddress(address nativeAddress, address usdAddress)',
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[])',
])
