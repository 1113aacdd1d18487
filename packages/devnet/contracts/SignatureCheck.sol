// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Asks an account whether it signed, in one `eth_call` that nobody has to deploy anything for.
/// @notice The host sends this creation code with its arguments as a call without `to`. What the "created contract's
/// code" would be is the answer: one word, 1 when the account's code says yes (ERC-1271), else 0. An account without
/// code is deployed first when a factory is given (ERC-6492), in the state of this call alone.
/// @dev Whatever the account does, the answer is this one word: it gets a fixed share of the gas, and of what it
/// returns only the first word is copied. Whoever reverts, runs out of gas or answers a megabyte has said no.
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
