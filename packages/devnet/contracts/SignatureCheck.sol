// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Checks an account's signature in one `eth_call`, without a deployed contract.
/// @notice The host sends this creation code with its arguments as a call without `to`. The code of the "created contract" is the result: one word, 1 if the account's code accepts the signature (ERC-1271), otherwise 0. If a factory is given (ERC-6492), an account without code is deployed first, only in the state of this call.
/// @dev The result is this one word regardless of the account: the account gets a fixed share of the gas, and only the first word of its return data is copied. A revert, an out-of-gas error and a megabyte of data all count as a rejection.
contract SignatureCheck {
    uint256 private constant DEPLOYMENT_GAS = 6_000_000;
    uint256 private constant CHECK_GAS = 3_000_000;
    bytes4 private constant MAGIC_VALUE = 0x1626ba7e;

    constructor(address account, bytes32 hash, bytes memory signature, address factory, bytes memory factoryData) {
        bytes memory query = abi.encodeWithSelector(MAGIC_VALUE, hash, signature);
        bytes32 magicWord = MAGIC_VALUE;
        uint256 deploymentGas = DEPLOYMENT_GAS;
        uint256 checkGas = CHECK_GAS;
        assembly ("memory-safe") {
            if and(iszero(extcodesize(account)), gt(factory, 0)) {
                pop(call(deploymentGas, factory, 0, add(factoryData, 32), mload(factoryData), 0, 0))
            }
            let hasCode := gt(extcodesize(account), 0)
            mstore(0, 0)
            let succeeded := staticcall(checkGas, account, add(query, 32), mload(query), 0, 32)
            let isMagic := and(gt(returndatasize(), 31), eq(mload(0), magicWord))
            mstore(0, and(hasCode, and(succeeded, isMagic)))
            return(0, 32)
        }
    }
}
